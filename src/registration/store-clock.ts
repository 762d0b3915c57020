import type { Clock } from '../clock.ts'
import type { OpenStore } from '../store/store.ts'

/**
 * Time for what one process writes and another reads: that of the store, where it has one, so that their clocks need not
 * agree. Spans within a process are those of its own clock.
 */
export function storeClock(clock: Clock, opened: Pick<OpenStore, 'now'>): Clock {
  return {
    now: () => opened.now?.() ?? clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, callback),
  }
}
