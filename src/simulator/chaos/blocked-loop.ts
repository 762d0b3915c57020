import { setTimeout as wait } from 'node:timers/promises'

/** Measures for how long nothing else could run in this process. */
export class BlockedLoop {
  #longest = 0
  #last = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#look(), every)
    this.#timer.unref()
  }

  /** The longest time since this was asked last, ms. */
  async longest(): Promise<number> {
    // A timer that was held up is due at once.
    await wait(1)
    this.#look()
    const longest = this.#longest
    this.#longest = 0
    return longest
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    this.#longest = Math.max(this.#longest, now - this.#last - every)
    this.#last = now
  }
}

// ms.
const every = 10
