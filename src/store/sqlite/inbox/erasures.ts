import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type EntryErasure, erasedText, withoutTexts } from '../../people/erasure.ts'
import { bytesOf, nullOr, numberOf, textOf } from '../rows/values.ts'
import { lastNumber, readAttempts, writeAttempts } from './entry-row.ts'
import type { Usage } from './usage.ts'

/** The entries that tools beside the application ask to erase. */
export class Erasures {
  readonly #usage: Usage
  readonly #next: StatementSync
  readonly #take: StatementSync
  readonly #ended: StatementSync
  readonly #replace: StatementSync
  readonly #replaceEnd: StatementSync

  constructor(connection: DatabaseSync, usage: Usage) {
    this.#usage = usage
    this.#next = connection.prepare('SELECT seq, payload FROM erasures ORDER BY seq LIMIT ?')
    this.#take = connection.prepare('DELETE FROM erasures WHERE seq = ?')
    this.#ended = connection.prepare(`
      SELECT e.registration, length(e.payload) AS bytes, n.attempts FROM ends n JOIN entries e ON e.seq = n.seq WHERE n.seq = ?`)
    this.#replace = connection.prepare('UPDATE entries SET payload = ?, phone = NULL, other_phone = NULL WHERE seq = ?')
    this.#replaceEnd = connection.prepare(
      'UPDATE ends SET attempts = ?, reason = CASE WHEN reason IS NOT NULL THEN ? END WHERE seq = ?',
    )
  }

  isAsked(): boolean {
    return this.#next.get(1) !== undefined
  }

  /** One that is asked for again is not erased. */
  takeBack(seq: number): void {
    this.#take.run(seq)
  }

  /** @returns how many were asked for */
  carryOut(most: number, forget: (registration: number, seq: number) => void): number {
    const asked = this.#next.all(most)
    for (const row of asked) {
      const seq = numberOf(row.seq)
      const payload = nullOr(row.payload, bytesOf)
      this.#take.run(seq)
      const entry = this.#ended.get(seq)
      // It is open: somebody has asked for it again.
      if (entry === undefined) continue
      const registration = numberOf(entry.registration)
      if (payload === null) forget(registration, seq)
      else {
        const before = textOf(entry.attempts)
        const attempts = writeAttempts(withoutTexts(readAttempts(before)))
        this.#replace.run(payload, seq)
        this.#replaceEnd.run(attempts, erasedText, seq)
        const more = payload.length - numberOf(entry.bytes) + Buffer.byteLength(attempts) - Buffer.byteLength(before)
        this.#usage.add(registration, 'entries', more)
      }
    }
    return asked.length
  }
}

/** Asks the application, beside it, to erase entries. What is asked for again before it has is not erased: `takeBack`. */
export function askForEntries(connection: DatabaseSync, entries: readonly LocatedErasure[]): void {
  const put = connection.prepare('INSERT OR REPLACE INTO erasures VALUES (?, ?)')
  for (const { seq, payload = null } of erasable(connection, entries)) put.run(seq, payload)
}

/** Those that have ended, need no review and no replay, and were tried no more since they were read. */
export function erasable(connection: DatabaseSync, entries: readonly LocatedErasure[]): readonly LocatedErasure[] {
  const ended = connection.prepare(`
    SELECT n.attempts FROM ends n WHERE n.seq = ? AND NOT EXISTS (SELECT 1 FROM requests q WHERE q.seq = n.seq)
      AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.seq = n.seq AND r.settled_at IS NULL)`)
  return entries.filter(({ seq, attempts }) => {
    const row = ended.get(seq)
    return row !== undefined && lastNumber(textOf(row.attempts)) === attempts
  })
}

/** Those of the entries that are gone, or have the bytes that were to take the place of theirs. */
export function erasedOf<Erasure extends LocatedErasure>(
  connection: DatabaseSync,
  entries: readonly Erasure[],
): readonly Erasure[] {
  const kept = connection.prepare('SELECT payload, phone, other_phone FROM entries WHERE seq = ?')
  return entries.filter(({ seq, payload }) => {
    const row = kept.get(seq)
    if (row === undefined || payload === undefined) return row === undefined && payload === undefined
    return row.phone === null && row.other_phone === null && Buffer.compare(bytesOf(row.payload), payload) === 0
  })
}

/** An entry that is to be erased, by its row. */
export interface LocatedErasure extends EntryErasure {
  readonly seq: number
}
