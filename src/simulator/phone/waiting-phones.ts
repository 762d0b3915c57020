import { FMW_PHONE_NOT_AWAITED } from './errors.ts'

/** A phone with steps that have not run. */
export interface WaitingPhone {
  readonly target: unknown
  /** Where its first step was written. */
  readonly site: Error
  /** The test that wrote it; undefined where none is known. */
  readonly test?: object | undefined
}

/**
 * Phones whose steps wait to be awaited. Steps that nobody awaits never run, and a test that forgot `await` passes: so
 * closing the application fails. Where none is closed, the test itself fails in Vitest, whose workers never come to the end
 * of a process, and elsewhere the end of the process says it.
 */
class WaitingPhones {
  readonly #phones = new Map<object, WaitingPhone>()
  readonly #watched = new WeakSet<object>()
  readonly #tests = new WeakSet<object>()
  #tellsAtExit = false

  /** @param phone its key; it is forgotten by `leave` */
  wait(phone: object, waiting: WaitingPhone): void {
    this.#watch(waiting.target)
    if (this.#phones.has(phone)) return
    const test = runningTest()
    if (test !== undefined) this.#watchTest(test)
    this.#phones.set(phone, { ...waiting, test })
  }

  leave(phone: object): void {
    this.#phones.delete(phone)
  }

  /** Why the process did not do what its tests say; undefined where nothing waits. */
  forgotten({ target, test }: Partial<WaitingPhone> = {}): Error | undefined {
    for (const [phone, waiting] of this.#phones) {
      if (target !== undefined && waiting.target !== target) continue
      if (test !== undefined && waiting.test !== test) continue
      this.#phones.delete(phone)
      const error = new FMW_PHONE_NOT_AWAITED()
      pointAt(error, waiting.site)
      return error
    }
    return undefined
  }

  /** Its `close` fails while steps wait for it: hooks cannot be added any more once an application is ready. */
  #watch(target: unknown): void {
    if (!this.#tellsAtExit) {
      this.#tellsAtExit = true
      process.once('exit', this.tellAtExit)
    }
    if (typeof target !== 'object' || target === null || this.#watched.has(target)) return
    this.#watched.add(target)
    const close: unknown = Reflect.get(target, 'close')
    if (typeof close !== 'function') return
    const checked = (...given: readonly unknown[]): unknown => {
      const error = this.forgotten({ target })
      const closed: unknown = Reflect.apply(close, target, given)
      return error === undefined ? closed : Promise.resolve(closed).then(() => Promise.reject(error))
    }
    Reflect.set(target, 'close', checked)
  }

  /** A test that ends while its steps wait fails. */
  #watchTest(test: RunningTest): void {
    if (this.#tests.has(test)) return
    this.#tests.add(test)
    test.onFinished ??= []
    test.onFinished.push(() => {
      // Tried again, it has new hooks.
      this.#tests.delete(test)
      const error = this.forgotten({ test })
      if (error !== undefined) throw error
    })
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

/** A test of Vitest, and what it calls at its end. */
interface RunningTest {
  onFinished?: (() => void)[]
}

/**
 * The test that Vitest runs now. Undefined in other runners, and where tests run side by side: which of them it is, isn't said.
 * Read where Vitest's own helpers read it: an import of Vitest would come too late for a test that awaits nothing.
 */
function runningTest(): RunningTest | undefined {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  const task: unknown = Object(worker).current
  return isLoneTest(task) ? task : undefined
}

function isLoneTest(task: unknown): task is RunningTest {
  const { type, concurrent, onFinished } = Object(task)
  return type === 'test' && concurrent !== true && (onFinished === undefined || Array.isArray(onFinished))
}

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
