import { FMW_PHONE_NOT_AWAITED } from '../errors.ts'
import { isAddress, type Target } from '../target.ts'

/** A phone with steps that have not run. */
export interface WaitingPhone {
  readonly target: Target
  /** Where its first step was written. */
  readonly site: Error
}

/**
 * Phones whose steps wait to be awaited. Steps that nobody awaits never run, and a test that forgot `await` passes: so
 * closing the application fails, and the end of the process says it where no application was closed.
 */
class WaitingPhones {
  readonly #phones = new Map<object, WaitingPhone>()
  readonly #watched = new WeakSet<object>()
  #tellsAtExit = false

  /** @param phone its key; it is forgotten by `leave` */
  wait(phone: object, waiting: WaitingPhone): void {
    this.#watch(waiting.target)
    if (!this.#phones.has(phone)) this.#phones.set(phone, waiting)
  }

  leave(phone: object): void {
    this.#phones.delete(phone)
  }

  /** Why the process did not do what its tests say; undefined where nothing waits. */
  forgotten(target?: Target): Error | undefined {
    for (const [phone, waiting] of this.#phones) {
      if (target !== undefined && waiting.target !== target) continue
      this.#phones.delete(phone)
      const error = new FMW_PHONE_NOT_AWAITED()
      pointAt(error, waiting.site)
      return error
    }
    return undefined
  }

  /** Its `close` fails while steps wait for it: hooks cannot be added any more once an application is ready. */
  #watch(target: Target): void {
    if (!this.#tellsAtExit) {
      this.#tellsAtExit = true
      process.once('exit', this.tellAtExit)
    }
    if (isAddress(target) || this.#watched.has(target)) return
    this.#watched.add(target)
    const close: unknown = Reflect.get(target, 'close')
    if (typeof close !== 'function') return
    const checked = (...given: readonly unknown[]): unknown => {
      const error = this.forgotten(target)
      const closed: unknown = Reflect.apply(close, target, given)
      return error === undefined ? closed : Promise.resolve(closed).then(() => Promise.reject(error))
    }
    Reflect.set(target, 'close', checked)
  }

  /** The last word where no application was closed. */
  readonly tellAtExit = (): void => {
    const error = this.forgotten()
    if (error === undefined) return
    process.exitCode = 1
    process.stderr.write(`${error.stack}\n`)
  }
}

/** Those of this process. */
export const waitingPhones = new WaitingPhones()

/**
 * Makes an error show the line on which its step was written: steps run later, where nothing on the stack is
 * the test's own.
 *
 * @param site an error made on that line
 */
export function pointAt(error: unknown, site: Error): unknown {
  if (error instanceof Error) {
    const frames = String(site.stack).replace(/^.*\n/, '')
    error.stack = `${error.name}: ${error.message}\n${frames}`
  }
  return error
}
