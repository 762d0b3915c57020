import type { DatabaseSync } from 'node:sqlite'
import type { PersonEffect, PersonKept, PersonQuery, PersonSession, SessionStart } from '../../people/person.ts'
import { nullOr, numberOf, shown, textOf } from '../rows/values.ts'
import { isErasable } from './erasures.ts'
import { toSummary } from './session-reader.ts'

/** Reads what is kept of one person beside entries. */
export class PersonReader {
  readonly #connection: DatabaseSync

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** @param now epoch ms */
  of({ registration, phoneKey, whose }: PersonQuery, now: number): PersonKept {
    const sessions = this.#connection.prepare(sessionsOf).all(now, now, registration, phoneKey)
    const effects = this.#connection.prepare(effectsOf).all(JSON.stringify(whose), registration, now)
    return { sessions: sessions.map(toSession), effects: effects.map(toEffect) }
  }

  /** The digest of the phone of a session. */
  phoneKey(registration: string, { kind, sessionId, startedAt }: SessionStart): string | undefined {
    const row = this.#connection.prepare(phoneKeyOf).get(registration, sessionId, kind, startedAt)
    return row && shown(row.phone_key)
  }
}

function toSession(row: Readonly<Record<string, unknown>>): PersonSession {
  const own = { ...toSummary(row), ref: String(numberOf(row.number)) }
  const left = { until: nullOr(row.until, numberOf), state: nullOr(row.left_state, shown) }
  if (row.is_open === 1)
    return { ...own, standing: 'open', until: numberOf(row.expires_at), state: nullOr(row.state, shown) }
  return { ...own, standing: left.until === null ? 'over' : 'left', ...left }
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

const own = 'registration = (SELECT number FROM registrations WHERE name = ?)'

const sessionsOf = `
  SELECT s.*, NOT (${isErasable}) AS is_open, r.until, r.state AS left_state
  FROM sessions s INDEXED BY sessions_by_phone LEFT JOIN resumables r
    ON r.registration = s.registration AND r.key = s.resume_key AND r.session = s.number AND r.until > ? AND r.state IS NOT NULL
  WHERE s.${own} AND s.phone_key = ? ORDER BY s.number DESC`

const phoneKeyOf = `SELECT phone_key FROM sessions INDEXED BY sessions_by_id
  WHERE ${own} AND session_id = ? AND kind = ? AND started_at = ?`

const effectsOf = `
  SELECT e.key, e.name, e.whose, e.outcome, e.until FROM json_each(?) w CROSS JOIN effects e INDEXED BY effects_by_whose
    ON e.registration = (SELECT number FROM registrations WHERE name = ?) AND e.whose = w.value
  WHERE e.until > ? AND e.outcome IS NOT NULL ORDER BY e.until DESC, e.key`
