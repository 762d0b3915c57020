import type { DatabaseSync } from 'node:sqlite'
import type { ResumeMark } from '../turn-store.ts'
import type { SessionRow } from './session-row.ts'
import { nullOr, numberOf, textOf } from './values.ts'

/** The states of the file that may be resumed. */
export class ResumableTable {
  readonly #statements: ReturnType<typeof prepare>

  constructor(connection: DatabaseSync) {
    this.#statements = prepare(connection)
  }

  /** @param at epoch ms */
  stateAt(registration: number, key: string, at: number): string | null {
    return nullOr(this.#statements.find.get(registration, key, at)?.state ?? null, textOf)
  }

  /**
   * Takes in what a session is about to commit.
   *
   * @returns the number of the session that had the key until now, if it is another one
   */
  write(session: SessionRow, resume: ResumeMark | null | undefined): number | undefined {
    const { number, registration, state, resumeKey } = session
    if (resume === undefined) {
      if (resumeKey !== null) this.#statements.update.run(state, registration, resumeKey, number)
      return undefined
    }
    if (resumeKey !== null) this.#statements.remove.run(registration, resumeKey, number)
    session.resumeKey = resume?.key ?? null
    if (resume === null) return undefined
    const { key, until } = resume
    const before = this.#statements.owner.get(registration, key)
    this.#statements.mark.run(registration, key, number, state, until)
    return before === undefined ? undefined : numberOf(before.session)
  }

  /** Forgets those whose time was over then, epoch ms. @returns how many */
  forget(registration: number, now: number, most: number): number {
    return Number(this.#statements.forget.run(registration, registration, now, most).changes)
  }
}

function prepare(connection: DatabaseSync) {
  const own = 'registration = ? AND key = ? AND session = ?'
  return {
    find: connection.prepare('SELECT state FROM resumables WHERE registration = ? AND key = ? AND until > ?'),
    owner: connection.prepare('SELECT session FROM resumables WHERE registration = ? AND key = ?'),
    update: connection.prepare(`UPDATE resumables SET state = ? WHERE ${own}`),
    remove: connection.prepare(`DELETE FROM resumables WHERE ${own}`),
    mark: connection.prepare(`
      INSERT OR REPLACE INTO resumables (registration, key, session, state, until) VALUES (?, ?, ?, ?, ?)`),
    forget: connection.prepare(`
      DELETE FROM resumables WHERE registration = ? AND key IN (
        SELECT key FROM resumables WHERE registration = ? AND until <= ? ORDER BY until LIMIT ?)`),
  }
}
