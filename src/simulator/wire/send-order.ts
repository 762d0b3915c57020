import type { Random } from '../random.ts'
import type { Profile } from './profiles.ts'

/** Lets so many notifications through at once, and the others wait: in their order, or in none. */
export class SendOrder {
  readonly #waiting: (() => void)[] = []
  #inside = 0

  /** @returns when there is room: call `leave` afterwards, once */
  async enter({ parallel }: Profile): Promise<void> {
    if (this.#inside >= parallel) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.push(resolve)
      return promise
    }
    this.#inside += 1
  }

  leave({ parallel, order }: Profile, random: Random): void {
    this.#inside -= 1
    while (this.#waiting.length > 0 && this.#inside < parallel) {
      const at = order === 'any' ? random.below(this.#waiting.length) : 0
      this.#inside += 1
      for (const go of this.#waiting.splice(at, 1)) go()
    }
  }
}
