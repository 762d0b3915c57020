import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { nullOr, numberOf, textOf } from '../rows/values.ts'

/**
 * Finds entries by their ids as long as `keys` does not have them: see `KeyIndex`. Each entry is read once for it, when
 * it is first asked after the entry was accepted.
 */
export class FreshIds {
  readonly #accepted: StatementSync
  readonly #floor: StatementSync
  readonly #most: number
  #numbers = new Map<string, number>()
  #readTo: number
  #pruneAt: number

  /** @param most how many are held before those that `keys` has are let go */
  constructor(connection: DatabaseSync, most = 65_536) {
    this.#accepted = connection.prepare('SELECT seq, registration, id FROM entries WHERE seq > ? ORDER BY seq')
    this.#floor = connection.prepare(lowestFloor)
    this.#most = most
    this.#pruneAt = most
    this.#readTo = this.#lowestFloor()
  }

  /** The number of the newest entry of that id, which may be forgotten since; undefined when `keys` must know it. */
  find(registration: number, id: string): number | undefined {
    for (const row of this.#accepted.iterate(this.#readTo)) {
      const seq = numberOf(row.seq)
      this.#numbers.set(nameOf(numberOf(row.registration), textOf(row.id)), seq)
      this.#readTo = seq
    }
    if (this.#numbers.size > this.#pruneAt) this.#prune()
    return this.#numbers.get(nameOf(registration, id))
  }

  #prune(): void {
    const floor = this.#lowestFloor()
    this.#numbers = new Map([...this.#numbers].filter(([, seq]) => seq > floor))
    this.#pruneAt = this.#numbers.size + this.#most
  }

  /** All entries up to this one are in `keys`. */
  #lowestFloor(): number {
    return nullOr(this.#floor.get()?.seq, numberOf) ?? 0
  }
}

function nameOf(registration: number, id: string): string {
  return `${registration} ${id}`
}

// A part of the keys that was never written has no floor.
const lowestFloor = 'SELECT CASE WHEN count(*) = 256 THEN min(seq) END AS seq FROM key_floors'
