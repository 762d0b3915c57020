/**
 * Lets a few through in each turn of the event loop, so that others come between: a subscriber waits for the screen of a
 * turn, and nobody for the acknowledgement of one notification among hundreds that came at once.
 */
export class Pace {
  readonly #most: number
  #left: number
  #waiting: (() => void)[] = []

  /** @param most how many in a turn of the event loop */
  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /** Goes on now, or in one of the next turns of the event loop, in the order of the calls. */
  readonly pass = (goOn: () => void): void => {
    if (this.#left === this.#most) setImmediate(this.#next)
    if (this.#left === 0) {
      this.#waiting.push(goOn)
      return
    }
    this.#left -= 1
    goOn()
  }

  readonly #next = (): void => {
    const now = this.#waiting.splice(0, this.#most)
    this.#left = this.#most - now.length
    if (now.length > 0) setImmediate(this.#next)
    // Each by itself: one that throws must not keep the others back.
    for (const goOn of now) process.nextTick(goOn)
  }
}
