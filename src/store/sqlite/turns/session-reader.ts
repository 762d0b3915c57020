import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { cutPage } from '../../lists/page.ts'
import type { OpenSessionPage, OpenSessionQuery } from '../../open-sessions.ts'
import type { PersonEffect, PersonKept, PersonQuery, PersonSession, SessionStart } from '../../people/person.ts'
import type { SessionPage, SessionQuery, SessionSummary, Transcript, TranscriptTurn } from '../../turn-store.ts'
import { ArrivalReader } from '../rows/arrivals.ts'
import { keepText, keptOrNot, nullOr, numberOf, shown, textOf } from '../rows/values.ts'
import { isErasable } from './erasures.ts'
import { kindOf } from './session-row.ts'
import { sessionArrivals } from './turns-schema.ts'

/** Answers questions about sessions, and what else is kept of a person beside entries, on a connection of its own. */
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
  sessions({ registration, kind, phoneKey, since, until, limit, cursor }: SessionQuery): SessionPage {
    const parts: string[] = []
    const values: SQLInputValue[] = []
    const add = (sql: string, value: SQLInputValue | undefined): void => {
      if (value === undefined) return
      parts.push(sql)
      values.push(value)
    }
    add(own, keepText(registration))
    add('kind = ?', kind)
    add('phone_key = ?', keptOrNot(phoneKey))
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
  session(registration: string, sessionId: string): readonly Transcript[] {
    const turns = this.#connection.prepare('SELECT * FROM turns WHERE session = ? ORDER BY number')
    const sessions = this.#connection
      .prepare(`SELECT * FROM sessions WHERE ${own} AND session_id = ? ORDER BY number DESC`)
      .all(keepText(registration), keepText(sessionId))
    return sessions.map((row) => {
      const transcript = turns.all(numberOf(row.number)).map(toTurn)
      return { ...toSummary(row), phoneKey: shown(row.phone_key), transcript }
    })
  }

  /** How many sessions another push may come to, or were left and may be resumed. @param now epoch ms, as everywhere here */
  countOpen(registration: string, now: number): number {
    const row = this.#connection.prepare(`SELECT count(*) AS count FROM (${open})`).get(...times(registration, now))
    return numberOf(row?.count)
  }

  /** A page of them, newest first. */
  openSessions({ registration, limit, cursor }: OpenSessionQuery, now: number): OpenSessionPage {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = this.#connection
      .prepare(`SELECT *, (${lastScreen}) AS screen FROM (${open}) s WHERE number < ? ORDER BY number DESC LIMIT ?`)
      .all(...times(registration, now), before, limit + 1)
    const { items, next } = cutPage(rows, limit, toOpen, ({ number }) => String(number))
    return { sessions: items, next }
  }

  person({ registration, phoneKey, whose }: PersonQuery, now: number): PersonKept {
    const sessions = this.#connection.prepare(sessionsOf).all(now, now, keepText(registration), keepText(phoneKey))
    const digests = JSON.stringify(whose.map(keepText))
    const effects = this.#connection.prepare(effectsOf).all(digests, keepText(registration), now)
    return { sessions: sessions.map(toSession), effects: effects.map(toEffect) }
  }

  /** The digest of the phone of a session. */
  phoneKey(registration: string, { kind, sessionId, startedAt }: SessionStart): string | undefined {
    const row = this.#connection.prepare(phoneKeyOf).get(keepText(registration), keepText(sessionId), kind, startedAt)
    return row && shown(row.phone_key)
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

function toOpen(row: Readonly<Record<string, unknown>>) {
  return {
    ...toSummary(row),
    state: nullOr(row.left_state, shown),
    isLeft: row.is_left === 1,
    screen: nullOr(row.screen, shown),
  }
}

function times(registration: string, now: number): SQLInputValue[] {
  const name = keepText(registration)
  return [name, now, name, now, now]
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

function toSession(row: Readonly<Record<string, unknown>>): PersonSession {
  const ofNumber = { ...toSummary(row), ref: String(numberOf(row.number)) }
  const left = { until: nullOr(row.until, numberOf), state: nullOr(row.left_state, shown) }
  if (row.is_open === 1)
    return { ...ofNumber, standing: 'open', until: numberOf(row.expires_at), state: nullOr(row.state, shown) }
  return { ...ofNumber, standing: left.until === null ? 'over' : 'left', ...left }
}

function toEffect(row: Readonly<Record<string, unknown>>): PersonEffect {
  return {
    ref: textOf(row.key),
    name: shown(row.name),
    whose: shown(row.whose),
    outcome: shown(row.outcome),
    until: numberOf(row.until),
  }
}

const sessionsOf = `
  SELECT s.*, NOT (${isErasable}) AS is_open, r.until, r.state AS left_state
  FROM sessions s INDEXED BY sessions_by_phone LEFT JOIN resumables r
    ON r.registration = s.registration AND r.key = s.resume_key AND r.session = s.number AND r.until > ? AND r.state IS NOT NULL
  WHERE s.${own} AND s.phone_key = ? ORDER BY s.number DESC`

const phoneKeyOf = `SELECT phone_key FROM sessions INDEXED BY sessions_by_id
  WHERE ${own} AND session_id = ? AND kind = ? AND started_at = ?`

const effectsOf = `
  SELECT e.key, e.name, e.whose, e.outcome, e.until FROM json_each(?) w CROSS JOIN effects e INDEXED BY effects_by_whose
    ON e.${own} AND e.whose = w.value
  WHERE e.until > ? AND e.outcome IS NOT NULL ORDER BY e.until DESC, e.key`
