import { untilAborted } from './until-aborted.ts'

/** Lets so many in at once; the others wait in order. */
export class Turnstile {
  readonly #most: () => number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: () => number) {
    this.#most = most
  }

  /** @throws the reason of the signal when it aborts before there is room */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#inside >= this.#most()) await this.#wait(signal)
    else this.#inside++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#inside--
      else next()
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    try {
      await untilAborted(() => promise, signal)
    } catch (error) {
      // Whoever was let in before is not here: what came first counts.
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      throw error
    }
  }
}
