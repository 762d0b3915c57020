/** Lets so many in at once; the others wait in order. */
export class Turnstile {
  readonly #most: () => number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: () => number) {
    this.#most = most
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside--
      else next()
    }
  }
}
