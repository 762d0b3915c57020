import { type Clock, systemClock } from '../../src/clock.ts'

/** Four times as fast as ours, for what waits for a store that is away: stores go by their own. */
export const quickClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => 4 * systemClock.monotonic(),
  after: (ms, callback) => systemClock.after(ms / 4, callback),
}
