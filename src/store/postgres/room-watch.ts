import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import { ignore } from './server/within.ts'
import { numberAt, type Row } from './statement.ts'

/** What a room holds, and how there is more of it. */
export interface RoomWork {
  /** Bytes that may be kept. */
  readonly most: number
  /** How much there is, bytes; asked of the server. */
  readonly count: () => Promise<number>
  /** Forgets some of what may go. @returns undefined when there is nothing more */
  readonly forget: () => Promise<Forgotten | undefined>
  /** Makes the room of what was forgotten usable again. */
  readonly tidy: () => Promise<void>
}

/** What was forgotten in one statement. */
export interface Forgotten {
  readonly rows: number
  /** As `count` has them. */
  readonly bytes: number
}

/** @param row how many rows are gone, and how many bytes */
export function toForgotten(row: Row): Forgotten | undefined {
  const [rows, bytes] = [numberAt(row, 0), numberAt(row, 1)]
  return rows === 0 ? undefined : { rows, bytes }
}

// Parts of the room: from where on something is forgotten, how far, and after how much more it is counted again.
const soft = 7 / 8
const low = 3 / 4
const step = 1 / 32
// ms
const rest = 500

/**
 * Sees to it that what a registration keeps stays within its room, however many processes write. What is there is counted
 * again after some of the room may have been filled, never with each write. What may go is forgotten before the room is
 * full, so that only a flood is ever refused.
 */
export class RoomWatch {
  readonly #work: RoomWork
  readonly #name: string
  readonly #others: () => number
  #counted = 0
  /** Written here since it was counted. */
  #since = 0
  #isCounted = false
  #looking: Promise<void> | undefined
  /** Where it is full all the same, it is not looked at again before this, monotonic ms. */
  #restsUntil = 0

  /**
   * @param name of the store, for errors
   * @param others how many processes write beside this one
   */
  constructor(name: string, others: () => number, work: RoomWork) {
    this.#name = name
    this.#others = others
    this.#work = work
  }

  /**
   * Counts what is about to be written.
   *
   * @throws FMW_STORE_UNAVAILABLE where there is no room for it
   */
  take(bytes: number): void {
    const { most } = this.#work
    const isFull = this.#counted + this.#since + bytes > most
    this.note(isFull ? 0 : bytes)
    if (isFull) throw new FMW_STORE_UNAVAILABLE(this.#name, `${most} bytes are kept already`)
  }

  /** Counts what is written in any case. */
  note(bytes: number): void {
    const { most } = this.#work
    this.#since += bytes
    // The others may have written as much.
    const isMuch = this.#since * (1 + this.#others()) >= most * step
    const isNear = this.#counted + this.#since > most * soft && performance.now() > this.#restsUntil
    if (!this.#isCounted || isMuch || isNear) this.look().catch(ignore)
  }

  /** Counts, and forgets what is too much. Several at once are one. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { most, tidy } = this.#work
    await this.#count()
    if (this.#counted <= most * soft) return
    let isTidy = true
    while (this.#counted > most * low) {
      if (!(await this.#forget(this.#counted - most * low))) break
      isTidy = false
      await this.#count()
    }
    if (!isTidy) await tidy()
    if (this.#counted > most * soft) this.#restsUntil = performance.now() + rest
  }

  /** To count reads all that is kept, so it isn't done after each statement. @returns whether anything went */
  async #forget(bytes: number): Promise<boolean> {
    let [freed, hasGone] = [0, false]
    while (freed < bytes) {
      const gone = await this.#work.forget()
      if (gone === undefined) break
      hasGone = true
      freed += gone.bytes
      // At once: what is written meanwhile has room already.
      this.#counted -= gone.bytes
    }
    return hasGone
  }

  async #count(): Promise<void> {
    const before = this.#since
    this.#counted = await this.#work.count()
    this.#isCounted = true
    // What was on its way meanwhile may be counted twice, never not at all.
    this.#since = Math.max(0, this.#since - before)
  }
}
