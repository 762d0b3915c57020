import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { describeError } from '../text/describe-error.ts'

/** What is done again until it succeeds. */
export interface Persistence {
  readonly clock: Clock
  readonly log: Log
  /** Names it in the log. */
  readonly what: string
  /** Whether it is still worth it: asked after each failure. */
  readonly goesOn: () => boolean
}

/**
 * Does what a store may refuse for a while, again and again, with a wait that grows to five seconds.
 *
 * @returns undefined when it was given up
 */
export async function persist<T>(
  operation: () => Promise<T>,
  { clock, log, what, goesOn }: Persistence,
): Promise<T | undefined> {
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2)) {
    try {
      return await operation()
    } catch (error) {
      if (!goesOn()) return undefined
      if (wait === firstWait) log.warn({ err: describeError(error) }, `${what} has to wait for the store`)
    }
    await new Promise<void>((resolve) => clock.after(wait, resolve))
  }
}

// ms
const firstWait = 100
const longestWait = 5_000
