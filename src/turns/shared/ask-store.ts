import type { Clock } from '../../clock.ts'
import { FMW_STORE_UNAVAILABLE } from '../../store/errors.ts'

/** How long, and how often, the store is asked one thing. */
export interface AskingLimits {
  /** ms in all */
  readonly patience: number
  readonly tries: number
}

/**
 * Asks the store, and again with growing pauses where it refuses. What was refused may have happened, so it must be
 * harmless to ask again.
 *
 * @throws what the store last refused with, or FMW_STORE_UNAVAILABLE where it said nothing in time
 */
export function askStore<T>(clock: Clock, { patience, tries }: AskingLimits, ask: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  // An error costs more than the rest of asking: it is made when it is needed.
  let failure: unknown
  let isOver = false
  let cancelRetry = ignore
  const cancelPatience = clock.after(patience, () => {
    isOver = true
    cancelRetry()
    reject(failure ?? new FMW_STORE_UNAVAILABLE('of turns', 'it did not answer in time'))
  })
  const attempt = (left: number, pause: number): void => {
    // A store that throws is one that refuses.
    new Promise<T>((told) => told(ask())).then(
      (value) => {
        cancelPatience()
        resolve(value)
      },
      (error: unknown) => {
        failure = error
        if (isOver) return
        if (left > 1) {
          cancelRetry = clock.after(pause, () => attempt(left - 1, Math.min(pause * 2, longestPause)))
        } else {
          cancelPatience()
          reject(error)
        }
      },
    )
  }
  attempt(tries, firstPause)
  return promise
}

const ignore = (): void => undefined

// ms
const firstPause = 50
const longestPause = 2_000
