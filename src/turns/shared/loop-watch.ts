import type { Clock } from '../../clock.ts'

/** Watches the event loop: while it is held nothing can be answered in time, whatever the budget is. */
export class LoopWatch {
  readonly #clock: Clock
  #due = Number.POSITIVE_INFINITY
  /** The holds that ended less than `nearby` before the last one did, the oldest first. Monotonic ms. */
  #holds: readonly Hold[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `onDelay` hears how many ms the loop came late, when that is more than `threshold`. The result stops it. */
  start(threshold: number, onDelay: (ms: number) => void): () => void {
    let cancel: () => void
    const next = (now: number): void => {
      this.#due = now + interval
      cancel = this.#clock.after(interval, tick)
    }
    const tick = (): void => {
      const now = this.#clock.monotonic()
      const held = now - this.#due
      if (held > threshold) {
        const isNear = ({ until }: Hold): boolean => until > this.#due - nearby
        this.#holds = [...this.#holds.filter(isNear), { from: this.#due, until: now }]
        onDelay(held)
      }
      next(now)
    }
    next(this.#clock.monotonic())
    return () => cancel()
  }

  /**
   * How long a request may have lain unread before it was taken at `arrivedAt`, monotonic ms: a process that is frozen, or whose
   * loop is blocked, finds what came meanwhile only when it goes on, and takes long to read all of that where the machine is
   * busy. A hold that began later is no part of it.
   */
  heldBefore(arrivedAt: number): number {
    // The hold that goes on is told by its tick, which is due.
    const began = Math.min(arrivedAt, this.#due)
    const before = this.#holds.find(({ from, until }) => from < began && until > began - nearby)
    return arrivedAt - (before?.from ?? began)
  }
}

/** A span in which the loop did nothing else. */
interface Hold {
  readonly from: number
  readonly until: number
}

// ms. Fine enough for delays that matter against a budget of seconds.
const interval = 100
// ms after which nothing is taken any more that came while the loop was held.
const nearby = 1_000
