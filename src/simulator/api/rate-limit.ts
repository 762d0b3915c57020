import type { SimulatorClock } from '../world/jobs.ts'
import type { CallAnswer } from './endpoint.ts'

/** How many calls a client may make (reference 8: limits of rate are not shown). */
export class RateLimit {
  readonly #perMinute: number
  readonly #clock: SimulatorClock
  #since = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(perMinute: number, clock: SimulatorClock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** Counts a call. @returns what it is answered in place of what it asks; undefined where there is room for it */
  refuse(): CallAnswer | undefined {
    const now = this.#clock.now()
    if (now - this.#since >= minute) {
      this.#since = now
      this.#count = 0
    }
    this.#count += 1
    if (this.#count <= this.#perMinute) return undefined
    const seconds = Math.ceil((this.#since + minute - now) / 1_000)
    return {
      status: 429,
      body: { Message: `More than ${this.#perMinute} calls in a minute` },
      headers: { 'retry-after': String(seconds) },
    }
  }
}

const minute = 60_000
