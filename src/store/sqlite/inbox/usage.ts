import type { DatabaseSync } from 'node:sqlite'
import type { Undo } from '../rows/undo.ts'
import { numberOf, textOf } from '../rows/values.ts'

const counted = ['entries', 'rejected', 'identities', 'added'] as const

/** What is counted: bytes, but for `added`, which is how many identities there ever were. */
export type Counted = (typeof counted)[number]

type Counts = Record<Counted, number>

/** What each registration has in the inbox's file. It is counted as it changes, and kept with each commit. */
export class Usage {
  readonly #undo: Undo
  readonly #put: ReturnType<DatabaseSync['prepare']>
  readonly #counts = new Map<number, Counts>()
  /** As they stand in the file: of those that changed. */
  readonly #written = new Map<number, Counts>()

  constructor(connection: DatabaseSync, undo: Undo) {
    this.#undo = undo
    this.#put = connection.prepare('INSERT OR REPLACE INTO usage VALUES (?, ?, ?)')
    for (const row of connection.prepare('SELECT registration, what, count FROM usage').iterate()) {
      const what = counted.find((one) => one === textOf(row.what))
      if (what !== undefined) this.#of(numberOf(row.registration))[what] = numberOf(row.count)
    }
  }

  of(registration: number, what: Counted): number {
    return this.#counts.get(registration)?.[what] ?? 0
  }

  /** @returns what it is now */
  add(registration: number, what: Counted, count: number): number {
    const counts = this.#of(registration)
    if (!this.#written.has(registration)) this.#written.set(registration, { ...counts })
    counts[what] += count
    this.#undo.push(() => {
      counts[what] -= count
    })
    return counts[what]
  }

  /** Called within the transaction, before its commit. */
  write(): void {
    for (const [registration, written] of this.#written) {
      const counts = this.#of(registration)
      for (const what of counted) {
        if (counts[what] !== written[what]) this.#put.run(registration, what, counts[what])
      }
    }
    this.#written.clear()
  }

  #of(registration: number): Counts {
    const known = this.#counts.get(registration)
    if (known !== undefined) return known
    const counts = { entries: 0, rejected: 0, identities: 0, added: 0 }
    this.#counts.set(registration, counts)
    return counts
  }
}
