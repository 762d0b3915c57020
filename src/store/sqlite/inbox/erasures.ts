import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { erasedText, withoutTexts } from '../../people/erasure.ts'
import { bytesOf, nullOr, numberOf, textOf } from '../rows/values.ts'
import { readAttempts, writeAttempts } from './entry-row.ts'
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
