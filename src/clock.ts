/**
 * Time as the rest of the house sees it, so that a test can hold it still.
 *
 * `now` is the calendar (epoch ms) and goes into events; `monotonic` never jumps back and measures
 * budgets (ms, with fractions); `after` is a timer that does not keep the process alive.
 *
 * @example
 * const startedAt = clock.monotonic()
 * const cancel = clock.after(6_000, giveUp)
 * await work
 * cancel()
 * app.log.info({ ms: clock.monotonic() - startedAt }, 'done')
 */
export interface Clock {
  now(): number
  monotonic(): number
  /** Calls back once, after `ms`; the result cancels it. */
  after(ms: number, callback: () => void): () => void
}

/**
 * The machine's own time.
 *
 * @example
 * const anHourAhead: Clock = { ...systemClock, now: () => systemClock.now() + 3_600_000 }
 * await app.register(merchantWebhooks, { clock: anHourAhead, verify: 'none', ussd })
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, longestTimer))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** What is wrong with a clock that was given, in words that follow its name; undefined where nothing is. */
export function problemOfClock(clock: Clock): string | undefined {
  const lacks = clockParts.filter((name) => typeof Object(clock)[name] !== 'function')
  if (lacks.length === 0) return undefined
  return `lacks ${lacks.join(', ')}: give an object with the functions now, monotonic and after, such as manualClock() of …/testing, or { ...systemClock, … }`
}

const clockParts = ['now', 'monotonic', 'after'] as const satisfies readonly (keyof Clock)[]

/**
 * The calendar as it stands now, going on evenly from here: waits that are counted by it are as long as they were meant
 * to be when somebody sets the machine's clock. Whole ms.
 */
export function steadyTime(clock: Clock): () => number {
  const start = clock.now() - clock.monotonic()
  return () => Math.floor(start + clock.monotonic())
}

// A longer one would fire at once: Node keeps a timer's time in 31 bits, some 24 days.
const longestTimer = 2_147_483_647
