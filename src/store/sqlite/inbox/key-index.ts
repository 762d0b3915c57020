import { hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Undo } from '../rows/undo.ts'
import { bytesOf, nullOr, numberOf, textOf } from '../rows/values.ts'

/**
 * What an identity or id is found by: the first 16 bytes of SHA-256, each a character. Whoever sends pushes chooses
 * what is in an identity, so a weaker hash would let them make one push hide another.
 */
export function keyOf(space: KeySpace, registration: number, text: string): string {
  return hash('sha256', `${space}${registration}\u0000${text}`, 'binary').slice(0, keyLength)
}

/** The key as SQLite keeps it. */
export function keyBytes(key: string): Buffer {
  return Buffer.from(key, 'latin1')
}

/** The key of those bytes. */
export function keyFrom(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** What is found by its digest; kinds of it never meet. */
export type KeySpace = 'id' | 'identity' | 'conflict'

const keyLength = 16

/** What is known of a key. */
export interface KeyRow {
  readonly registration: number
  readonly seq: number
  readonly acceptedAt: number
  /** Epoch ms after which it does not count; null as long as identities are kept. */
  readonly until: number | null
  /** null for what is found by it as an id only. */
  readonly fingerprint: string | null
}

/**
 * Finds entries by the digests of their identities and ids.
 *
 * Digests are random, so each new one would dirty a page of its own: with a million of them that is most of what a
 * commit writes. So they are gathered in memory, by their first byte, and one part of the 256 after the other is
 * written in order, many to a page. What is not written yet stands in `entries` all the same, and is read from there
 * at the start: nothing hangs on memory. So what outlives its entry is written when that goes.
 */
export class KeyIndex {
  readonly #undo: Undo
  readonly #find: StatementSync
  readonly #put: StatementSync
  readonly #remove: StatementSync
  readonly #setFloor: StatementSync
  readonly #parts: Map<string, KeyRow>[] = Array.from({ length: partCount }, () => new Map())
  readonly #perPart: number
  #nextPart = 0
  #added = 0
  #nextSeen = 0

  /** @param perPart how many keys are gathered before the next part is written; 256 times as many are in memory at most */
  constructor(connection: DatabaseSync, undo: Undo, perPart = 256) {
    this.#undo = undo
    this.#perPart = perPart
    this.#find = connection.prepare('SELECT registration, seq, accepted_at, until, fingerprint FROM keys WHERE key = ?')
    this.#put = connection.prepare('INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)')
    this.#remove = connection.prepare('DELETE FROM keys WHERE key = ?')
    this.#setFloor = connection.prepare('INSERT OR REPLACE INTO key_floors VALUES (?, ?)')
    this.#load(connection)
  }

  find(key: string): KeyRow | undefined {
    const gathered = this.#partOf(key).get(key)
    if (gathered !== undefined) return gathered
    const row = this.#find.get(keyBytes(key))
    if (row === undefined) return undefined
    return {
      registration: numberOf(row.registration),
      seq: numberOf(row.seq),
      acceptedAt: numberOf(row.accepted_at),
      until: nullOr(row.until, numberOf),
      fingerprint: nullOr(row.fingerprint, textOf),
    }
  }

  /** The newest of a key counts. */
  add(key: string, row: KeyRow): void {
    const part = this.#partOf(key)
    const before = part.get(key)
    this.#undo.push(() => {
      this.#added -= 1
      if (before === undefined) part.delete(key)
      else part.set(key, before)
    })
    this.#added += 1
    part.set(key, row)
  }

  remove(key: string): void {
    const part = this.#partOf(key)
    const before = part.get(key)
    if (before !== undefined) this.#undo.push(() => part.set(key, before))
    part.delete(key)
    this.#remove.run(keyBytes(key))
  }

  /**
   * Called when the entry of a key goes that stays known: it can't be read from there any more. Writes the key with those that
   * stand beside it, within the transaction.
   *
   * @param seq of the last entry accepted
   */
  outlive(key: string, seq: number): void {
    const number = key.charCodeAt(0)
    const part = this.#partAt(number)
    if (!part.has(key)) return
    this.#writePart(number, seq)
    this.#undo.push(() => {
      this.#parts[number] = part
    })
  }

  /**
   * Those that were not written yet and fit, a few thousand at a time: the next call goes on where this one ended.
   */
  gathered(fits: (row: KeyRow) => boolean): readonly string[] {
    const found: string[] = []
    let seen = 0
    for (let count = 0; count < partCount && seen < mostSeen; count += 1) {
      const part = this.#partAt(this.#nextSeen)
      this.#nextSeen = (this.#nextSeen + 1) % partCount
      for (const [key, row] of part) {
        seen += 1
        if (fits(row)) found.push(key)
      }
    }
    return found
  }

  /**
   * Writes the parts whose turn it is, within the transaction.
   *
   * @param seq of the last entry accepted
   */
  write(seq: number): void {
    while (this.#added >= this.#perPart) this.#writeNext(seq)
  }

  #writeNext(seq: number): void {
    const number = this.#nextPart
    const part = this.#partAt(number)
    this.#writePart(number, seq)
    this.#undo.push(() => {
      this.#parts[number] = part
      this.#nextPart = number
      this.#added += this.#perPart
    })
    this.#nextPart = (number + 1) % partCount
    this.#added -= this.#perPart
  }

  #writePart(number: number, seq: number): void {
    // In order, so that neighbours share a page.
    for (const [key, row] of [...this.#partAt(number)].sort(byKey)) this.#putRow(key, row)
    this.#setFloor.run(number, seq)
    this.#parts[number] = new Map()
  }

  #putRow(key: string, { registration, seq, acceptedAt, until, fingerprint }: KeyRow): void {
    this.#put.run(keyBytes(key), registration, seq, acceptedAt, until, fingerprint)
  }

  #partOf(key: string): Map<string, KeyRow> {
    return this.#partAt(key.charCodeAt(0))
  }

  #partAt(number: number): Map<string, KeyRow> {
    const part = this.#parts[number]
    if (part === undefined) throw new RangeError('a key is made of bytes')
    return part
  }

  /** Gathers what was accepted since the parts were written. */
  #load(connection: DatabaseSync): void {
    const floors = new Map<number, number>()
    for (const row of connection.prepare('SELECT part, seq FROM key_floors').iterate()) {
      floors.set(numberOf(row.part), numberOf(row.seq))
    }
    const lowest = floors.size < partCount ? 0 : Math.min(...floors.values())
    const gather = (key: string, row: KeyRow): void => {
      if (row.seq > (floors.get(key.charCodeAt(0)) ?? 0)) this.#partOf(key).set(key, row)
    }
    for (const row of connection.prepare(unwritten).iterate(lowest)) {
      const seq = numberOf(row.seq)
      const facts = { registration: numberOf(row.registration), seq, acceptedAt: numberOf(row.accepted_at) }
      const id = textOf(row.id)
      const identity = nullOr(row.identity, bytesOf)
      const key = identity === null ? undefined : keyFrom(identity)
      if (key !== keyOf('identity', facts.registration, id)) {
        gather(keyOf('id', facts.registration, id), { ...facts, until: null, fingerprint: null })
      }
      if (key === undefined) continue
      const until = nullOr(row.identity_until, numberOf)
      gather(key, { ...facts, until, fingerprint: textOf(row.fingerprint) })
    }
    this.#nextPart = nextAfter(floors)
    // As many as are always gathered are left: so they stay few, however often the process starts anew.
    const gathered = this.#parts.reduce((sum, part) => sum + part.size, 0)
    this.#added = Math.max(0, gathered - (this.#perPart * partCount) / 2)
  }
}

function byKey([one]: readonly [string, KeyRow], [other]: readonly [string, KeyRow]): number {
  return one < other ? -1 : 1
}

/** The part that was not written for longest. */
function nextAfter(floors: ReadonlyMap<number, number>): number {
  let next = 0
  for (let part = 1; part < partCount; part += 1) {
    if ((floors.get(part) ?? 0) < (floors.get(next) ?? 0)) next = part
  }
  return next
}

const unwritten = `
  SELECT seq, registration, id, accepted_at, identity, identity_until, fingerprint FROM entries
  WHERE seq > ? ORDER BY seq`

const partCount = 256
const mostSeen = 4_000
