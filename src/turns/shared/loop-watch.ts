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
        this.#holds = [...this.#holds.filter(({ until }) => until > now - nearby), { from: this.#due, until: now }]
        onDelay(held)
      }
      next(now)
    }
    next(this.#clock.monotonic())
    return () => cancel()
  }

  /**
   * How long a request may have lain unread before it was taken at `arrivedAt`, monotonic ms: a process that is frozen, or whose
   * loop is blocked, finds what came meanwhile only when it goes on. A hold that began later is no part of that.
   */
  heldBefore(arrivedAt: number): number {
    // The one that goes on is told by its tick, which is due.
    const from = this.#holds.find(({ until }) => until > arrivedAt - nearby)?.from ?? this.#due
    return Math.max(0, arrivedAt - from)
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
