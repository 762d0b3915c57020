import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { nullOr, numberOf, textOf } from '../rows/values.ts'
import type { SessionTable } from './session-table.ts'

/** The sessions and outcomes that tools beside the application ask to erase. */
export class TurnErasures {
  readonly #sessions: SessionTable
  readonly #next: StatementSync
  readonly #take: StatementSync
  readonly #erasable: StatementSync
  readonly #resumables: StatementSync
  readonly #replace: StatementSync

  constructor(connection: DatabaseSync, sessions: SessionTable) {
    this.#sessions = sessions
    this.#next = connection.prepare('SELECT * FROM erasures ORDER BY number LIMIT ?')
    this.#take = connection.prepare('DELETE FROM erasures WHERE number = ?')
    this.#erasable = connection.prepare(`SELECT 1 FROM sessions s WHERE s.number = ? AND ${isErasable}`)
    this.#resumables = connection.prepare('DELETE FROM resumables WHERE registration = ? AND session = ?')
    this.#replace = connection.prepare(
      'UPDATE effects SET outcome = ? WHERE registration = ? AND key = ? AND outcome IS NOT NULL',
    )
  }

  isAsked(): boolean {
    return this.#next.get(1) !== undefined
  }

  /** @param now epoch ms */
  carryOut(most: number, now: number): number {
    const asked = this.#next.all(most)
    for (const { number, registration, session, effect, outcome } of asked) {
      this.#take.run(numberOf(number))
      const key = nullOr(effect, textOf)
      if (key !== null) this.#replace.run(textOf(outcome), numberOf(registration), key)
      else if (this.#erasable.get(numberOf(session), now) !== undefined) {
        this.#resumables.run(numberOf(registration), numberOf(session))
        this.#sessions.remove(numberOf(session))
      }
    }
    return asked.length
  }
}

/** Whether nothing goes on in a session `s`, and no push may come to it. Of a time, now. */
export const isErasable = '(s.is_retired = 1 OR s.expires_at <= ? OR (s.is_over = 1 AND s.work_turn IS NULL))'
