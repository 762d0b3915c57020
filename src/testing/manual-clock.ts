import type { Clock } from '../clock.ts'
import { ownOptions } from '../own-options.ts'
import { type Checks, checkFields, must } from '../simulator/check-arguments.ts'
import { FMW_TESTING_CLOCK } from './errors.ts'

/**
 * A clock that only moves when your test moves it.
 *
 * @example
 * const clock: ManualClock = manualClock()
 * await app.register(merchantWebhooks, { clock, verify: 'none', ussd })
 * clock.advance(90_000) // idle sessions have expired
 */
export interface ManualClock extends Clock {
  /** The number of timers that wait. */
  readonly pending: number
  /**
   * Moves the time forward by `ms`, and fires every timer that is due, in order, at its own moment. Timers that these
   * start fire too, if they are due. Code after an `await` runs only after this call: await something before you look
   * at its result.
   *
   * @throws FMW_TESTING_CLOCK if `ms` isn't a number of 0 or more
   */
  advance(ms: number): void
}

/**
 * Options of `manualClock`.
 *
 * @example
 * const clock = manualClock({ now: Date.parse('2026-03-01T09:30:00Z') })
 */
export interface ManualClockOptions {
  /** The time at the start: epoch ms or a date. Default: 2026-01-01T00:00:00Z. */
  readonly now?: number | Date | undefined
}

/**
 * Makes a clock for tests. Hours pass at once, and nothing happens until you call `advance`.
 *
 * @throws FMW_TESTING_CLOCK if `now` isn't a time, or for another option
 * @example
 * const clock = manualClock()
 * await app.register(merchantWebhooks, { clock, budget: 6_000, verify: 'none', ussd })
 * const screen = phone(app).dial('*713#').run()
 * await arrived // a promise that the handler resolves
 * clock.advance(6_000) // the budget runs out now
 * (await screen).text // the waiting screen
 */
export function manualClock(options: ManualClockOptions = {}): ManualClock {
  checkFields(options, clockChecks, (name, problem) => new FMW_TESTING_CLOCK('manualClock', name, problem))
  const { now = Date.UTC(2026, 0, 1) } = ownOptions(options)
  return new HandClock(Number(now))
}

const clockChecks: Checks<ManualClockOptions> = {
  now: must(
    'epoch milliseconds or a valid date',
    (now) => (typeof now === 'number' || now instanceof Date) && Number.isFinite(Number(now)),
  ),
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

class HandClock implements ManualClock {
  readonly #start: number
  readonly #timers = new Set<Timer>()
  #elapsed = 0

  constructor(start: number) {
    this.#start = start
  }

  get pending(): number {
    return this.#timers.size
  }

  now(): number {
    return this.#start + this.#elapsed
  }

  monotonic(): number {
    return this.#elapsed
  }

  after(ms: number, callback: () => void): () => void {
    if (typeof ms !== 'number' || Number.isNaN(ms)) throw new FMW_TESTING_CLOCK('clock.after', 'ms', 'must be a number')
    if (typeof callback !== 'function') throw new FMW_TESTING_CLOCK('clock.after', 'callback', 'must be a function')
    const timer = { due: this.#elapsed + Math.max(0, ms), callback }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  advance(ms: number): void {
    if (!(ms >= 0 && Number.isFinite(ms)))
      throw new FMW_TESTING_CLOCK('clock.advance', 'ms', 'must be a number of 0 or more')
    const end = this.#elapsed + ms
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer)
      this.#moveTo(timer.due)
      timer.callback()
    }
    this.#moveTo(end)
  }

  /** The earliest timer that is due by then; of two at one moment, the one that was armed first. */
  #next(end: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer
    }
    return next
  }

  /** Never back: a callback may itself have advanced the clock. */
  #moveTo(moment: number): void {
    this.#elapsed = Math.max(this.#elapsed, moment)
  }
}
