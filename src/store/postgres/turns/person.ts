import type { PersonEffect, PersonKept, PersonQuery, PersonSession, SessionStart } from '../../people/person.ts'
import type { Ask } from '../ask.ts'
import { nullable } from '../inbox/entry-columns.ts'
import { sessionNameKeyOf } from '../keys.ts'
import { flagAt, fromColumn, numberAt, type Row, textAt, toColumn } from '../statement.ts'
import { summaryColumns, toSummary } from './session-look.ts'

/** What is kept of one person beside entries. */
export async function personIn(
  ask: Ask,
  schema: string,
  { registration, phoneKey, whose }: PersonQuery,
): Promise<PersonKept> {
  const name = toColumn(registration)
  const sessions = await ask(
    `SELECT ${summaryColumns}, NOT ${isErasable}, ceil(extract(epoch FROM s.expires_at) * 1000), s.state, r.until, r.state
    FROM ${schema}.sessions s LEFT JOIN ${schema}.resumables r ON r.key = s.resume_key AND r.session = s.seq
      AND r.until > extract(epoch FROM now()) * 1000 AND r.state IS NOT NULL
    WHERE s.registration = $1 AND s.phone_key = $2 ORDER BY s.seq DESC`,
    [name, toColumn(phoneKey)],
  )
  const effects = await ask(
    `SELECT e.key, e.name, e.whose, e.outcome, e.until FROM ${schema}.effects e
    WHERE e.registration = $1 AND e.whose = ANY ($2::text[]) AND e.outcome IS NOT NULL
      AND e.until > extract(epoch FROM now()) * 1000 ORDER BY e.until DESC, e.key`,
    [name, whose.map(toColumn)],
  )
  return { sessions: sessions.map(toSession), effects: effects.map(toEffect) }
}

/** The digest of the phone of a session. */
export async function phoneKeyIn(
  ask: Ask,
  schema: string,
  registration: string,
  { kind, sessionId, startedAt }: SessionStart,
): Promise<string | undefined> {
  const [row] = await ask(
    `SELECT s.phone_key FROM ${schema}.sessions s WHERE s.name_key = $1 AND s.kind = $2 AND s.started_at = $3`,
    [sessionNameKeyOf(registration, sessionId), kind, startedAt],
  )
  return row && fromColumn(textAt(row, 0))
}

/** Whether nothing goes on in a session `s`, and no push may come to it. */
export const isErasable = '(NOT s.is_live OR s.expires_at <= now() OR (s.is_over AND s.work_turn IS NULL))'

function toSession(row: Row): PersonSession {
  const own = { ...toSummary(row), ref: textAt(row, 0) }
  if (flagAt(row, 9))
    return { ...own, standing: 'open', until: numberAt(row, 10), state: nullable(row, 11, fromColumn) }
  const until = nullable(row, 12, Number)
  return { ...own, standing: until === null ? 'over' : 'left', until, state: nullable(row, 13, fromColumn) }
}

function toEffect(row: Row): PersonEffect {
  return {
    ref: textAt(row, 0),
    name: fromColumn(textAt(row, 1)),
    whose: fromColumn(textAt(row, 2)),
    outcome: fromColumn(textAt(row, 3)),
    until: numberAt(row, 4),
  }
}
