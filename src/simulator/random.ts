/**
 * Random numbers from a seed: the same seed gives the same ones, in the same order. A snapshot keeps `state`.
 *
 * The generator is mulberry32: 32 bits of state, evenly spread, and never meant to keep a secret.
 */
export class Random {
  state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** Whether something of this rate, 0 to 1, happens now. */
  happens(rate: number): boolean {
    return rate >= 1 || (rate > 0 && this.next() < rate)
  }

  /** One of them. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0]
  }

  /** So many hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('')
  }

  /** So many digits, the first of them not 0. */
  digits(count: number): string {
    return Array.from({ length: count }, (_, at) => (at === 0 ? 1 + this.below(9) : this.below(10))).join('')
  }

  /** A UUID with dashes. */
  uuid(): string {
    const hex = this.hex(30)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18)}`
  }
}
