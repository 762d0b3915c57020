import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { cutPage } from '../../lists/page.ts'
import type { SessionPage, SessionQuery, SessionSummary, Transcript, TranscriptTurn } from '../../turn-store.ts'
import { ArrivalReader } from '../rows/arrivals.ts'
import { nullOr, numberOf, shown, textOf } from '../rows/values.ts'
import { kindOf } from './session-row.ts'
import { sessionArrivals } from './turns-schema.ts'

/** Answers questions about sessions on a connection of its own. */
export class SessionReader {
  readonly #connection: DatabaseSync
  readonly #arrivals: ArrivalReader

  constructor(connection: DatabaseSync) {
    this.#connection = connection
    this.#arrivals = new ArrivalReader(connection, sessionArrivals)
  }

  registrations(): readonly string[] {
    const rows = this.#connection.prepare('SELECT name FROM registrations').all()
    return rows.map(({ name }) => textOf(name))
  }

  /** A page, newest first. */
  list({ registration, kind, phoneKey, since, until, limit, cursor }: SessionQuery): SessionPage {
    const parts: string[] = []
    const values: SQLInputValue[] = []
    const add = (sql: string, value: SQLInputValue | undefined): void => {
      if (value === undefined) return
      parts.push(sql)
      values.push(value)
    }
    add('registration = (SELECT number FROM registrations WHERE name = ?)', registration)
    add('kind = ?', kind)
    add('phone_key = ?', phoneKey)
    add('started_at >= ?', since)
    add('started_at < ?', until)
    add('number < ?', cursor === undefined ? undefined : Number(cursor))
    if (since !== undefined || until !== undefined) {
      const { after, upto } = this.#arrivals.find({ since, until })
      add('number > ?', after)
      add('number <= ?', upto)
    }
    const rows = this.#connection
      .prepare(
        `SELECT * FROM sessions ${indexOf({ kind, phoneKey })} WHERE ${parts.join(' AND ')} ORDER BY number DESC LIMIT ?`,
      )
      .all(...values, limit + 1)
    const { items, next } = cutPage(rows, limit, toSummary, ({ number }) => String(number))
    return { sessions: items, next }
  }

  /** Every session of that id, the newest first. */
  get(registration: string, sessionId: string): readonly Transcript[] {
    const turns = this.#connection.prepare('SELECT * FROM turns WHERE session = ? ORDER BY number')
    const sessions = this.#connection
      .prepare(`SELECT * FROM sessions WHERE registration = (SELECT number FROM registrations WHERE name = ?)
        AND session_id = ? ORDER BY number DESC`)
      .all(registration, sessionId)
    return sessions.map((row) => {
      const transcript = turns.all(numberOf(row.number)).map(toTurn)
      return { ...toSummary(row), phoneKey: shown(row.phone_key), transcript }
    })
  }
}

/** Each has sessions in the order of their numbers: SQLite would take the index of expiries, and sort all there are for one page. */
function indexOf({ kind, phoneKey }: Pick<SessionQuery, 'kind' | 'phoneKey'>): string {
  if (phoneKey !== undefined) return 'INDEXED BY sessions_by_phone'
  return kind === undefined ? 'NOT INDEXED' : 'INDEXED BY sessions_by_kind'
}

/** A session as lists show it. */
export function toSummary(row: Readonly<Record<string, unknown>>): SessionSummary {
  return {
    kind: kindOf(row.kind),
    sessionId: shown(row.session_id),
    phone: shown(row.phone),
    startedAt: numberOf(row.started_at),
    lastAt: numberOf(row.last_at),
    turns: numberOf(row.turns),
    isOver: row.is_over === 1,
    fallbacks: numberOf(row.fallbacks),
  }
}

function toTurn(row: Readonly<Record<string, unknown>>): TranscriptTurn {
  return {
    at: numberOf(row.at),
    sequence: nullOr(row.sequence, numberOf),
    type: shown(row.type),
    entered: nullOr(row.entered, shown),
    screen: nullOr(row.screen, shown),
    source: nullOr(row.source, shown),
    ms: nullOr(row.ms, numberOf),
  }
}
