import type { DatabaseSync } from 'node:sqlite'
import { digest } from '../../../pushes/reading/identifiers.ts'
import type { LeftState, Resumable, ResumeMark } from '../../turn-store.ts'
import { keepText, keptOrNot, nullOr, numberOf, shown } from '../rows/values.ts'
import type { SessionRow } from './session-row.ts'

/** The states of the file that may be resumed. Those that belong to no session stand under the number 0. */
export class ResumableTable {
  readonly #statements: ReturnType<typeof prepare>

  constructor(connection: DatabaseSync) {
    this.#statements = prepare(connection)
  }

  /** @param now epoch ms, as everywhere here */
  find(registration: number, key: string, now: number): Resumable | null {
    const standing = this.#find(registration, key, now)
    if (standing === undefined) return null
    const { state, ended, isLeft } = standing
    const found = { state, seenFor: ended > 0 ? now - ended : null, version: versionOf(standing) }
    return isLeft ? { ...found, isLeft } : found
  }

  /**
   * Whether another session has committed something since under the key that one wants.
   *
   * @param session its number, 0 where it is not kept
   */
  isOvertaken(
    registration: number,
    session: number,
    resume: ResumeMark | null | undefined,
    next: string | null,
    now: number,
  ): boolean {
    const standing = resume ? this.#find(registration, resume.key, now) : undefined
    if (!standing || (session !== 0 && standing.session === session)) return false
    return isOvertaken(standing, resume?.after, next)
  }

  /**
   * Takes in what a session is about to commit.
   *
   * @returns the number of the session that had the key until now, if it is another one
   */
  write(session: SessionRow, resume: ResumeMark | null | undefined, now: number): number | undefined {
    const { number, registration, state, resumeKey } = session
    if (resume === undefined) {
      if (resumeKey !== null) this.#statements.update.run(keptOrNot(state), registration, keepText(resumeKey), number)
      return undefined
    }
    if (resumeKey !== null) this.#statements.remove.run(registration, keepText(resumeKey), number)
    session.resumeKey = resume?.key ?? null
    return resume === null ? undefined : this.#mark(registration, number, state, resume, now)
  }

  /** Keeps what belongs to no session. @returns the number of the session that had the key until now */
  put(registration: number, { state, resume }: LeftState, now: number): number | undefined {
    return this.#mark(registration, 0, state, resume, now)
  }

  /** The last screen of a session went out: nobody sees it whose phone has begun another session since. */
  see({ number, registration, resumeKey }: SessionRow, now: number): void {
    this.#statements.see.run(now, registration, keptOrNot(resumeKey), number, number)
  }

  /** The subscriber has left: whatever was the last screen, nobody can have seen it. */
  leave({ number, registration, resumeKey }: SessionRow): void {
    this.#statements.leave.run(registration, keptOrNot(resumeKey), number)
  }

  /** Forgets those whose time was over then. @returns how many */
  forget(registration: number, now: number, most: number): number {
    return Number(this.#statements.forget.run(registration, registration, now, most).changes)
  }

  #find(registration: number, key: string, now: number) {
    const row = this.#statements.find.get(registration, keepText(key), now)
    if (row === undefined) return undefined
    const ended = nullOr(row.ended, numberOf) ?? 0
    return { session: numberOf(row.session), state: shown(row.state), ended, isLeft: ended === left }
  }

  #mark(
    registration: number,
    session: number,
    state: string | null,
    mark: ResumeMark,
    now: number,
  ): number | undefined {
    const key = keepText(mark.key)
    const before = this.#statements.owner.get(registration, key)
    const end = mark.isEnd === true ? 0 : null
    this.#statements.mark.run(registration, key, session, keptOrNot(state), Math.ceil(now + mark.within), end)
    return before === undefined ? undefined : numberOf(before.session)
  }
}

// The subscriber has left.
const left = -1

function prepare(connection: DatabaseSync) {
  const own = 'registration = ? AND key = ? AND session = ?'
  return {
    find: connection.prepare(`
      SELECT session, state, ended FROM resumables
      WHERE registration = ? AND key = ? AND until > ? AND state IS NOT NULL`),
    owner: connection.prepare('SELECT session FROM resumables WHERE registration = ? AND key = ?'),
    update: connection.prepare(`UPDATE resumables SET state = ? WHERE ${own}`),
    see: connection.prepare(`
      UPDATE resumables SET ended = ? WHERE ${own} AND ended = 0 AND NOT EXISTS (
        SELECT 1 FROM sessions AS own CROSS JOIN sessions AS later INDEXED BY sessions_by_phone
        WHERE own.number = ? AND later.registration = own.registration AND later.phone_key = own.phone_key
          AND later.number > own.number AND later.kind = own.kind)`),
    leave: connection.prepare(`UPDATE resumables SET ended = ${left} WHERE ${own} AND ended IS NOT NULL`),
    remove: connection.prepare(`DELETE FROM resumables WHERE ${own}`),
    mark: connection.prepare(`
      INSERT OR REPLACE INTO resumables (registration, key, session, state, until, ended) VALUES (?, ?, ?, ?, ?, ?)`),
    forget: connection.prepare(`
      DELETE FROM resumables WHERE registration = ? AND key IN (
        SELECT key FROM resumables WHERE registration = ? AND until <= ? ORDER BY until LIMIT ?)`),
  }
}

/** What stands under the key of a mark. */
export interface StandingMark {
  readonly state: string
  /** The subscriber has left the session whose end it is. */
  readonly isLeft: boolean
}

/** Tells what stands under a key from anything else. */
export function versionOf({ state, isLeft }: StandingMark): string {
  return digest([state, isLeft])
}

/**
 * Whether a session that found `after` under a key is overtaken by what stands there.
 *
 * @param standing of another session
 * @param state what would take its place: a conversation that two go on with is the same one
 */
export function isOvertaken(standing: StandingMark, after: string | null | undefined, state: string | null): boolean {
  return after !== undefined && standing.state !== state && versionOf(standing) !== after
}
