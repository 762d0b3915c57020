import type { Clock } from '../../clock.ts'
import { FMW_STORE_UNAVAILABLE } from '../../store/errors.ts'
import { askStore } from '../shared/ask-store.ts'

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

const ignore = (): void => undefined
