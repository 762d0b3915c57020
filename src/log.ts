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
 * A logger as your handlers get it: Fastify's own, with fields and a line, or with a line alone.
 *
 * @example
 * function tell(log: HandlerLog, reference: string) {
 *   log.info('delivered')
 *   log.info({ reference }, 'delivered')
 * }
 */
export interface HandlerLog {
  debug(details: object, line?: string): void
  debug(line: string): void
  info(details: object, line?: string): void
  info(line: string): void
  warn(details: object, line?: string): void
  warn(line: string): void
  error(details: object, line?: string): void
  error(line: string): void
}

/**
 * Logs a line of ours. Where a serializer of the application's logger fails on its details, the line comes without them: what is
 * about to follow, a screen or the end of an attempt, must not fail because of a log.
 */
export function logSafely(log: Log, level: keyof Log, details: object, line: string): void {
  try {
    say(log, level, details, line)
  } catch {
    try {
      say(log, level, {}, `${line} (the logger's own serializer failed on its details)`)
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

/**
 * A child of a logger; that itself where it makes none, such as where a serializer fails on what the lines would begin with.
 *
 * @param bindings what they begin with: not asked for where nothing is logged, because names are looked at in each character
 */
export function childOf(log: ParentLog, bindings: () => object): HandlerLog {
  return logsNothing(log) ? log : (madeChild(() => log.child(bindings())) ?? log)
}

/** Fastify's logger that logs nothing has no level, and is its own child. Any other may be silent now and not later. */
export function logsNothing(log: ParentLog): boolean {
  return log.level === undefined && madeChild(() => log.child(nothing)) === log
}

/** A logger that makes children. */
type ParentLog = HandlerLog & { readonly level?: string | undefined; child(bindings: object): unknown }

const nothing = Object.freeze({})

/** What makes a child, asked safely: undefined where it makes none. */
export function madeChild<Logger extends Log>(make: () => Logger): Logger | undefined
export function madeChild(make: () => unknown): HandlerLog | undefined
export function madeChild(make: () => unknown): HandlerLog | undefined {
  try {
    const child = make()
    return isWhole(child) ? child : undefined
  } catch {
    return undefined
  }
}

/** Says once of a logger that it makes no child. */
export function childless<Logger extends Log>(log: Logger): Logger {
  if (!told.has(log)) logSafely(log, 'warn', {}, noChild)
  told.add(log)
  return log
}

/** Whether it has all that Fastify asks of a logger: without one of these it answers no request, and the plugin loses lines. */
export function isWhole<Logger extends Log>(made: Logger | undefined): made is Logger
export function isWhole(made: unknown): made is HandlerLog
export function isWhole(made: unknown): made is HandlerLog {
  if (typeof made !== 'object' || made === null) return false
  const { trace, debug, info, warn, error, fatal, child }: MaybeLogger = made
  // Without a list, which each push would pay for.
  return areMethods(trace, debug, info) && areMethods(warn, error, fatal) && typeof child === 'function'
}

function areMethods(one: unknown, two: unknown, three: unknown): boolean {
  return typeof one === 'function' && typeof two === 'function' && typeof three === 'function'
}

type MaybeLogger = { readonly [Method in 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child']?: unknown }
const noChild =
  "child() of the logger fails, or gives no logger with all methods of one: the plugin logs without it, so lines of a push don't say which it is"
const told = new WeakSet<object>()

/** Says nothing to nobody. */
export const silentLog: HandlerLog = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // Nobody reads it.
}
