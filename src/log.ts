import { isThenable } from './is-thenable.ts'

/**
 * A logger as the rooms below HTTP see it: Fastify's own fits.
 *
 * @example
 * const log: Log = app.log
 * log.info({ version: 2 }, 'the menu has changed')
 */
export interface Log {
  debug(details: object, line: string): void
  info(details: object, line: string): void
  warn(details: object, line: string): void
  error(details: object, line: string): void
}

/**
 * Logs a line about an error. Where a serializer of the application's logger fails on it, the line comes without it: what is about
 * to follow, a screen or the end of an attempt, must not fail because of a log.
 */
export function logSafely(log: Log, level: keyof Log, details: object, line: string): void {
  try {
    say(log, level, details, line)
  } catch {
    try {
      say(log, level, {}, `${line} (the logger's own serializer failed on the error)`)
    } catch {
      // Nobody can be told.
    }
  }
}

/** An async logger fits the type too. That it rejects must not be told by another line, which rejects again. */
function say(log: Log, level: keyof Log, details: object, line: string): void {
  const said: unknown = log[level](details, line)
  if (isThenable(said)) said.then(undefined, ignore)
}

/** Says nothing to nobody. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Nobody reads it.
}
