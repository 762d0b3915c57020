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
    const next = () => this.#start().then(onValue, onFailure)
    return typeof onFailure === 'function' ? next() : new LazyPromise((give) => give(next()))
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
  /** Is told why a promise failed that the script has begun and nothing awaits. */
  tell(reason: unknown): void
  /** Is told that it takes a step of another run, or waits for one: that gives nothing any more. */
  refuse(error: Error): void
}

/**
 * Runs a script. A promise that it begins ends the process where it fails and nothing awaits it, unless somebody listens:
 * its author is told. Those of others go the way that they go without us.
 */
export function runScript<T>(script: () => T, run: ScriptRun): T {
  listen()
  return runs.run(run, script)
}

/** The run in which this is called; undefined outside of any. */
export function currentRun(): ScriptRun | undefined {
  return runs.getStore()
}

const runs = new AsyncLocalStorage<ScriptRun>()
const event = 'unhandledRejection'

function listen(): void {
  if (process.listenerCount(event, hear) === 0) process.on(event, hear)
}

/** Node.js calls it in the context in which the promise was begun, or failed. */
function hear(reason: unknown): void {
  const run = runs.getStore()
  if (run !== undefined) {
    run.tell(reason)
    return
  }
  // Another listener decides.
  if (process.listenerCount(event) > 1) return
  // With none, Node.js does what `--unhandled-rejections` says.
  process.off(event, hear)
  Promise.reject(reason)
  setImmediate(listen)
}
