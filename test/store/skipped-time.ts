import { type Clock, systemClock } from '../../src/clock.ts'

/** The machine's time, of which a test may skip what it would only wait for. What waits for a moment in it goes on then. */
class SkippedTime implements Clock {
  readonly #timers = new Set<() => void>()
  #skipped = 0

  readonly now = (): number => systemClock.now() + this.#skipped

  readonly monotonic = (): number => systemClock.monotonic() + this.#skipped

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const dueAt = this.monotonic() + ms
    let stop = (): void => undefined
    const arm = (): void => {
      stop()
      stop = systemClock.after(Math.max(0, dueAt - this.monotonic()), () => {
        this.#timers.delete(arm)
        callback()
      })
    }
    arm()
    this.#timers.add(arm)
    return () => {
      stop()
      this.#timers.delete(arm)
    }
  }

  skip(ms: number): void {
    this.#skipped += ms
    for (const arm of this.#timers) arm()
  }

  /** For the next test. */
  reset(): void {
    this.#skipped = 0
  }
}

/** Of the test that runs: its applications and its stores of files have the same. A PostgreSQL has its own. */
export const skippedTime = new SkippedTime()
