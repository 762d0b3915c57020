import type { Clock } from '../../clock.ts'

/**
 * Watches the event loop: while it is held nothing can be answered in time, whatever the budget is.
 *
 * `onDelay` hears how many ms the loop came late, when that is more than `threshold`. The result stops it.
 */
export function watchLoopDelay(clock: Clock, threshold: number, onDelay: (delay: number) => void): () => void {
  let due = clock.monotonic() + interval
  let stop = clock.after(interval, tick)

  function tick(): void {
    const now = clock.monotonic()
    if (now - due > threshold) onDelay(now - due)
    due = now + interval
    stop = clock.after(interval, tick)
  }

  return () => stop()
}

// Fine enough for delays that matter against a budget of seconds.
const interval = 100
