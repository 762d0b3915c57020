import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A promise whose work begins when somebody waits for it. So a step that a script forgot to await does nothing, and can
 * be told. What `then` gives without a second function, and what `finally` gives, waits likewise: nobody has said yet what
 * to do where it fails, and begun without anybody who awaits it, it would end the process.
 */
export class LazyPromise<T> extends Promise<T> {
  readonly #begin: (give: Give<T>) => void
  #begun: Promise<T> | undefined

  /** @param begin gives what comes of it; where it gives nothing, what waits goes away with it */
  constructor(begin: (give: Give<T>) => void) {
    super(ignore)
    this.#begin = begin
  }

  // biome-ignore lint/suspicious/noThenProperty: that somebody waits is what it begins with
  override then<Result = T, Failure = never>(
    onValue?: ((value: T) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
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

/** Is told why a promise failed that a script has begun and nothing awaits. */
type Tell = (reason: unknown) => void

/**
 * Runs a script. A promise that it begins ends the process where it fails and nothing awaits it, unless somebody listens:
 * its author is told. Those of others go the way that they go without us.
 */
export function runScript<T>(script: () => T, tell: Tell): T {
  listen()
  return runs.run(tell, script)
}

const runs = new AsyncLocalStorage<Tell>()
const event = 'unhandledRejection'

function listen(): void {
  if (process.listenerCount(event, hear) === 0) process.on(event, hear)
}

/** Node.js calls it in the context in which the promise was begun, or failed. */
function hear(reason: unknown): void {
  const tell = runs.getStore()
  if (tell !== undefined) {
    tell(reason)
    return
  }
  // Another listener decides.
  if (process.listenerCount(event) > 1) return
  // With none, Node.js does what `--unhandled-rejections` says.
  process.off(event, hear)
  Promise.reject(reason)
  setImmediate(listen)
}
