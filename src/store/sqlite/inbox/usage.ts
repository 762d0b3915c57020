import type { DatabaseSync } from 'node:sqlite'
import type { Undo } from '../rows/undo.ts'
import { numberOf, textOf } from '../rows/values.ts'

/** What is counted: bytes, but for `added`, which is how many identities there ever were. */
export type Counted = 'entries' | 'rejected' | 'identities' | 'added'

/** What each registration has in the inbox's file. It is counted as it changes, and kept with each commit. */
export class Usage {
  readonly #undo: Undo
  readonly #put: ReturnType<DatabaseSync['prepare']>
  readonly #counts = new Map<string, number>()
  readonly #changed = new Map<string, readonly [registration: number, what: Counted]>()

  constructor(connection: DatabaseSync, undo: Undo) {
    this.#undo = undo
    this.#put = connection.prepare('INSERT OR REPLACE INTO usage VALUES (?, ?, ?)')
    for (const row of connection.prepare('SELECT registration, what, count FROM usage').iterate()) {
      this.#counts.set(`${numberOf(row.registration)} ${textOf(row.what)}`, numberOf(row.count))
    }
  }

  of(registration: number, what: Counted): number {
    return this.#counts.get(`${registration} ${what}`) ?? 0
  }

  /** @returns what it is now */
  add(registration: number, what: Counted, count: number): number {
    const key = `${registration} ${what}`
    const now = this.of(registration, what) + count
    this.#counts.set(key, now)
    this.#changed.set(key, [registration, what])
    this.#undo.push(() => this.#counts.set(key, now - count))
    return now
  }

  /** Called within the transaction, before its commit. */
  write(): void {
    for (const [registration, what] of this.#changed.values()) {
      this.#put.run(registration, what, this.of(registration, what))
    }
    this.#changed.clear()
  }
}
