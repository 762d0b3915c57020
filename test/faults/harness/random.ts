/** Numbers that look random and are the same for the same seed, so that a run that broke something can be made again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to but not including 1. */
  next(): number {
    // A linear congruential step, then mixed, because its low bits are poor.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x45d9f3b)
    mixed ^= mixed >>> 16
    return (mixed >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    const [first] = from
    return from[this.between(0, from.length - 1)] ?? first
  }

  /** Another source, so that what one part draws does not move what another gets. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1))
  }
}
