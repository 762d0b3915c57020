import type { Clock } from '../clock.ts'
import { FMW_STORE_UNAVAILABLE } from './errors.ts'

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
  const cancelPatience = whenPatienceEnds(clock, patience, () => {
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

/**
 * Calls back when the patience with a store ends; the result cancels it. A process that was frozen, or whose loop was blocked,
 * runs its timers before it reads what came meanwhile: an answer that lies there is no late one. So the last part of the time
 * is a timer of its own, which begins when the loop runs, and begins again while the loop is held.
 */
export function whenPatienceEnds(clock: Clock, ms: number, end: () => void): () => void {
  const last = Math.min(timeToRead, ms / 2)
  let cancel: () => void
  const wait = (times: number): void => {
    const due = clock.monotonic() + last
    cancel = clock.after(last, () => {
      if (times > 1 && clock.monotonic() - due > held) wait(times - 1)
      else end()
    })
  }
  cancel = clock.after(ms - last, () => wait(mostTimes))
  return () => cancel()
}

const ignore = (): void => undefined

// ms
const firstPause = 50
const longestPause = 2_000
// ms that a timer comes late where the loop was held.
const held = 100
// ms. A turn has its own deadline: it is answered in time, whatever is waited for here.
const timeToRead = 500
// Reading may hold the loop too. It is over some time.
const mostTimes = 4

/** How writes are tried again. ms */
export interface StoreWritesSettings {
  readonly clock: Clock
  /** Writes at once that have not succeeded. */
  readonly most: number
  /** How long a write is tried. */
  readonly patience: number
}

/**
 * What is written to the store without a subscriber who waits for it: tried again until it succeeds or is too old.
 * Each must be harmless to ask again, because one that failed may have happened.
 */
export class StoreWrites {
  readonly #settings: StoreWritesSettings
  readonly #pending = new Set<Promise<void>>()

  constructor(settings: StoreWritesSettings) {
    this.#settings = settings
  }

  /**
   * Asks at once, or after another write has ended, and again until it succeeds. Rejects when it is given up, or where
   * no more may wait.
   */
  write<T>(ask: () => Promise<T>, after?: Promise<void>): Promise<T> {
    const { clock, most, patience } = this.#settings
    if (this.#pending.size >= most) {
      return Promise.reject(new FMW_STORE_UNAVAILABLE('of turns', `${most} writes wait for it already`))
    }
    const until = clock.monotonic() + patience
    const begin = (): Promise<T> => {
      const left = Math.max(0, until - clock.monotonic())
      return askStore(clock, { patience: left, tries: Number.POSITIVE_INFINITY }, ask)
    }
    const written = after === undefined ? begin() : after.then(begin)
    const ended = written.then(ignore, ignore).then(() => {
      this.#pending.delete(ended)
    })
    this.#pending.add(ended)
    return written
  }

  /** Resolves when nothing is left to be written, at the latest after `most` ms. */
  flush(most: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#settings.clock.after(most, resolve)
      const next = (): void => {
        if (this.#pending.size > 0) {
          Promise.all(this.#pending).then(next)
          return
        }
        cancel()
        resolve()
      }
      next()
    })
  }
}
