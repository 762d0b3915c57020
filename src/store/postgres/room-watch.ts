import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import type { Link } from './server/link.ts'
import { ignore } from './server/within.ts'
import { numberAt, type Row, statement, type Value } from './statement.ts'

/** What a room holds, and how there is more of it. */
export interface RoomWork {
  /** Bytes that may be kept. */
  readonly most: number
  /** How much there is, bytes; asked of the server. */
  readonly count: () => Promise<number>
  /**
   * Forgets some of what may go.
   *
   * @param bytes that have to go: what is large goes no further than that
   * @returns bytes, as `count` has them; undefined when there is nothing more
   */
  readonly forget: (bytes: number) => Promise<number | undefined>
  /** Makes the room of what was forgotten usable again. */
  readonly tidy: () => Promise<void>
}

/** Asks for the first row. */
export function askForRow(link: Link): (text: string, values: readonly Value[]) => Promise<Row> {
  return async (text, values) => (await link.run(statement(text), values))[0] ?? []
}

/** Makes the room of rows that are gone usable again. It keeps its own time, which may be long. */
export async function vacuum(link: Link, ...tables: readonly string[]): Promise<void> {
  await link.use((client) => client.query(`VACUUM (SKIP_LOCKED) ${tables.join(', ')}`))
}

/** @param row what is told of rows that are gone: how many, and their bytes */
export function bytesGone(row: Row): number | undefined {
  return numberAt(row, 0) === 0 ? undefined : numberAt(row, 1)
}

// Parts of the room: from where on something is forgotten, how far, and after how much more or less it is counted again.
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
    const isFull = this.isFullFor(bytes)
    this.note(isFull ? 0 : bytes)
    if (isFull) throw new FMW_STORE_UNAVAILABLE(this.#name, `${most} bytes are kept already`)
  }

  /** Whether there is no room for so much, as far as is known. */
  isFullFor(bytes: number): boolean {
    return this.#counted + this.#since + bytes > this.#work.most
  }

  /** Waits until what may go has gone, where so much finds no room and that was not found out just now. */
  async make(bytes: number): Promise<void> {
    // A look that is under way may count twice what is written meanwhile: the next one knows.
    for (let looks = 0; looks < 2 && this.isFullFor(bytes); looks++) {
      if (this.#looking === undefined && performance.now() <= this.#restsUntil) return
      await this.look().catch(ignore)
    }
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
      // Others may forget at the same time.
      if (!(await this.#forget(Math.min(this.#counted - most * low, most * step)))) break
      isTidy = false
      await this.#count()
    }
    if (!isTidy) await tidy()
    if (this.#counted > most * soft) this.#restsUntil = performance.now() + rest
  }

  /** Forgets about so many bytes: to count reads all that is kept, so it isn't done after each statement. @returns whether any went */
  async #forget(bytes: number): Promise<boolean> {
    let [left, hasGone] = [bytes, false]
    while (left > 0) {
      const gone = await this.#work.forget(left)
      if (gone === undefined) break
      hasGone = true
      left -= gone
      // At once: what is written meanwhile has room already.
      this.#counted -= gone
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
