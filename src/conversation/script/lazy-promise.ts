/**
 * A promise whose work begins when somebody waits for it. So a step that a script forgot to await does nothing, and can
 * be told.
 */
export class LazyPromise<T> extends Promise<T> {
  /** What `then`, `catch` and `finally` give is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

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
    this.#begun ??= new Promise(this.#begin)
    return this.#begun.then(onValue, onFailure)
  }
}

/** Settles a promise with a value, or with what another promise comes to. */
export type Give<T> = (value: T | Promise<T>) => void

const ignore = (): void => undefined

/** Leaves a script where it is: what waits for this goes away with it. */
export function never(): Promise<never> {
  return new Promise(ignore)
}
