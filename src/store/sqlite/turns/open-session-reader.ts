import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { cutPage } from '../../lists/page.ts'
import type { OpenSessionPage, OpenSessionQuery } from '../../open-sessions.ts'
import { nullOr, numberOf, shown } from '../rows/values.ts'
import { toSummary } from './session-reader.ts'

/** Reads the sessions that another push may come to, and those that were left and may be resumed. */
export class OpenSessionReader {
  readonly #connection: DatabaseSync

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** @param now epoch ms, as everywhere here */
  count(registration: string, now: number): number {
    const row = this.#connection.prepare(`SELECT count(*) AS count FROM (${open})`).get(...times(registration, now))
    return numberOf(row?.count)
  }

  list({ registration, limit, cursor }: OpenSessionQuery, now: number): OpenSessionPage {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = this.#connection
      .prepare(`SELECT *, (${lastScreen}) AS screen FROM (${open}) s WHERE number < ? ORDER BY number DESC LIMIT ?`)
      .all(...times(registration, now), before, limit + 1)
    const { items, next } = cutPage(rows, limit, toOpen, ({ number }) => String(number))
    return { sessions: items, next }
  }
}

function toOpen(row: Readonly<Record<string, unknown>>) {
  return {
    ...toSummary(row),
    state: nullOr(row.left_state, shown),
    isLeft: row.is_left === 1,
    screen: nullOr(row.screen, shown),
  }
}

function times(registration: string, now: number): SQLInputValue[] {
  return [registration, now, registration, now, now]
}

const own = 'registration = (SELECT number FROM registrations WHERE name = ?)'

/** A session whose state is resumed from is over or has expired: one that is open has that state itself. */
const open = `
  SELECT s.*, s.state AS left_state, 0 AS is_left FROM sessions s INDEXED BY sessions_by_expiry
  WHERE s.${own} AND s.is_retired = 0 AND s.expires_at > ? AND s.is_over = 0
  UNION ALL
  SELECT s.*, r.state, 1 FROM resumables r JOIN sessions s ON s.number = r.session
  WHERE r.${own} AND r.until > ? AND r.state IS NOT NULL AND (s.is_retired = 1 OR s.is_over = 1 OR s.expires_at <= ?)`

/** Of the last turn, where its handler drew it. */
const lastScreen = `
  SELECT CASE WHEN t.source IN ('handler', 'late') THEN t.screen END FROM turns t
  WHERE t.session = s.number AND t.key IS NOT NULL ORDER BY t.number DESC LIMIT 1`
