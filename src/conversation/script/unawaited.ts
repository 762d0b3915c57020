import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A promise whose work begins when somebody waits for it. So a step that a script forgot to await does nothing, and can
 * be told. What `then` gives without a second function, and what `finally` gives, waits likewise: nobody has said yet what
 * to do where it fails, and begun without anybody who awaits it, it would end the process.
 */
export class LazyPromise<T> extends Promise<T> {
  readonly #begin: (give: Give<T>) => void
  readonly #hear: (() => void) | undefined
  #begun: Promise<T> | undefined

  /**
   * @param begin gives what comes of it; where it gives nothing, what waits goes away with it
   * @param hear is called whenever somebody waits for it
   */
  constructor(begin: (give: Give<T>) => void, hear?: () => void) {
    super(ignore)
    this.#begin = begin
    this.#hear = hear
  }

  // biome-ignore lint/suspicious/noThenProperty: that somebody waits is what it begins with
  override then<Result = T, Failure = never>(
    onValue?: ((value: T) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#hear?.()
    return typeof onFailure === 'function'
      ? this.#start().then(onValue, onFailure)
      : new LazyPromise((give) => give(this.#start().then(onValue, onFailure)))
  }

  override finally(onEnd?: (() => void) | null): Promise<T> {
    return new LazyPromise((give) => give(this.#start().finally(onEnd)))
  }

  #start(): Promise<T> {
    this.#begun ??= new Promise(this.#begin)
    return this.#begun
  }
}

/** Settles a promise with a value, or with what another promise comes to. */
export type Give<T> = (value: T | Promise<T>) => void

const ignore = (): void => undefined

/** Leaves a script where it is: what waits for this goes away with it. */
export function never(): Promise<never> {
  return new Promise(ignore)
}

/** One run of a script, as what happens in it finds it. */
export interface ScriptRun {
  /** Whose steps are its own. */
  readonly of: object
  /** It is not over. */
  readonly isOpen: boolean
  /** Hears of the promises that are begun in it; undefined where nobody wants to know. */
  readonly parts?: { begin(promise: object): void } | undefined
  /** Is told of what the script has begun, and what failed where nothing awaits or catches it. */
  tell(reason: unknown, failed: Failed): void
  /** Is told that it takes a step of another run, or waits for one: that gives nothing any more. */
  refuse(error: Error): void
}

/** What the log says of what a script has begun, and what failed beside it. */
export const failedLines = {
  unawaited: 'a promise of a script failed while nothing awaited it: await it where it is begun',
  uncaught:
    'a callback of a script threw, or an emitter of it failed, and nothing caught it: catch it there, or give the emitter an error listener',
}

/** How what a script has begun failed beside it. */
export type Failed = keyof typeof failedLines

/**
 * Runs a script. What it begins ends the process where it fails and nothing awaits or catches it, unless somebody listens:
 * its author is told. What others begin goes the way that it goes without us.
 */
export function runScript<T>(script: () => T, run: ScriptRun): T {
  listen()
  return runs.run(run, script)
}

/** The run in which this is called; undefined outside of any. */
export function currentRun(): ScriptRun | undefined {
  return runs.getStore()
}

/** A signal for a script: what listens to it runs as a part of that script, whoever aborts. */
export function signalWithin(run: ScriptRun, outer: AbortSignal): AbortSignal {
  const own = new AbortController()
  const abort = () => runs.run(run, () => own.abort(outer.reason))
  if (outer.aborted) abort()
  else outer.addEventListener('abort', abort, { once: true })
  return own.signal
}

const runs = new AsyncLocalStorage<ScriptRun>()
const event = 'unhandledRejection'
const monitored = 'uncaughtExceptionMonitor'

function listen(): void {
  if (process.listenerCount(event, hear) === 0) process.on(event, hear)
  if (process.listenerCount(monitored, watch) === 0) process.on(monitored, watch)
}

/** Node.js calls it in the context in which the promise was begun, or failed. */
function hear(reason: unknown): void {
  const run = runs.getStore()
  if (run !== undefined) {
    // What is told is no part of the script: a line of it that fails is not told again.
    runs.exit(() => run.tell(reason, 'unawaited'))
    return
  }
  // Another listener decides.
  if (process.listenerCount(event) > 1) return
  // With none, Node.js does what `--unhandled-rejections` says.
  process.off(event, hear)
  Promise.reject(reason)
  setImmediate(listen)
}

/**
 * Node.js calls it in the context in which the error was thrown, and just before it looks for listeners. So there is one for
 * the error of a script alone: to any other, nothing is different from a process without us.
 */
function watch(): void {
  const run = runs.getStore()
  // Where the application captures errors itself, no listener is called.
  if (run === undefined || process.hasUncaughtExceptionCaptureCallback()) return
  process.prependOnceListener('uncaughtException', (error: unknown) => run.tell(error, 'uncaught'))
}
