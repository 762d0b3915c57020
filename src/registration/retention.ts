import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { describeError } from '../text/describe-error.ts'

/** What is forgotten, and how often it is looked for. */
export interface RetentionSettings {
  /** Forgets some of what is past its time, at most `most` rows. @returns how many */
  readonly sweep: (most: number) => Promise<number>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Forgets what is past its time, in steps that nobody feels: every minute.
 *
 * @returns stops it
 */
export function keepOnlyRecent({ sweep, clock, log }: RetentionSettings): () => void {
  let isStopped = false
  let cancel = clock.after(interval, step)
  return () => {
    isStopped = true
    cancel()
  }

  async function step(): Promise<void> {
    let wait = pause
    try {
      if ((await sweep(stepSize)) === 0) wait = interval
    } catch (error) {
      log.warn({ err: describeError(error) }, 'what is past its time could not be forgotten now')
      wait = interval
    }
    if (!isStopped) cancel = clock.after(wait, step)
  }
}

const stepSize = 200
// ms
const pause = 50
const interval = 60_000
