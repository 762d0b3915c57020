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

/** Says nothing to nobody. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Nobody reads it.
}
