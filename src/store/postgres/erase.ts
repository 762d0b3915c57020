import { erasedOutcome } from '../effects/kept-outcome.ts'
import { cleanOutcome, type Erased, type Erasure, erasedText, withoutTexts } from '../people/erasure.ts'
import type { Ask } from './ask.ts'
import { isInReview } from './conditions.ts'
import { lastAttempt, readAttempts } from './inbox/entry-columns.ts'
import { forgetEntries } from './inbox/sweep.ts'
import { keyOf } from './keys.ts'
import { fromColumn, numberAt, textAt, toColumn } from './statement.ts'
import { isErasable } from './turns/person.ts'
import { goneSessions } from './turns/sweep-sessions.ts'

/**
 * Erases what is kept of one person. Rows that are gone stay in the files of the server until it needs their room, and in its log, its
 * replicas and its backups.
 */
export async function erasePerson(ask: Ask, schema: string, erasure: Erasure): Promise<Erased> {
  if (erasure.isTrial === true) return countErased(ask, schema, erasure)
  const entries = await eraseEntries(ask, schema, erasure)
  await cleanReviews(ask, schema, erasure)
  const sessions = await eraseSessions(ask, schema, erasure)
  const results = await eraseResults(ask, schema, erasure)
  const named = await effectsWith(ask, schema, erasure)
  for (const { key, before, after } of named) {
    await ask(`UPDATE ${schema}.effects SET outcome = $2 WHERE key = $1 AND outcome = $3`, [
      key,
      toColumn(after),
      toColumn(before),
    ])
  }
  return { entries, sessions, results, effects: named.length }
}

/** @returns the ids of those that are gone or masked */
async function eraseEntries(ask: Ask, schema: string, { registration, entries }: Erasure): Promise<readonly string[]> {
  const keyed = entries.map((entry) => ({ ...entry, key: keyOf(registration, entry.id) }))
  const done: string[] = []
  for (const { id, key, payload, attempts } of keyed)
    if (payload !== undefined && (await maskEntry(ask, schema, { key, payload, attempts }))) done.push(id)
  const gone = keyed.filter(({ payload }) => payload === undefined)
  for (let from = 0; from < gone.length; from += atOnce) {
    const step = gone.slice(from, from + atOnce)
    const keys = step.map(({ key }) => key)
    const isAsRead = `e.key = ANY ($2::uuid[]) AND NOT (${isInReview})
      AND coalesce(${lastAttempt}, 0) = ($3::integer[])[array_position($2::uuid[], e.key)]`
    const attempts = step.map((entry) => entry.attempts)
    await ask(forgetEntries(schema, isAsRead, atOnce), [toColumn(registration), keys, attempts])
    // What a repeat is told names nobody.
    await ask(
      `UPDATE ${schema}.identities i SET id = '(erased)' WHERE i.entry = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT FROM ${schema}.entries e WHERE e.key = i.entry)`,
      [keys],
    )
    const rows = await ask(
      `SELECT array_position($1::uuid[], e.key) FROM ${schema}.entries e WHERE e.key = ANY ($1::uuid[])`,
      [keys],
    )
    const left = new Set(rows.map((row) => numberAt(row, 0) - 1))
    done.push(...step.flatMap(({ id }, place) => (left.has(place) ? [] : id)))
  }
  return done
}

/** @returns whether it was as it was read */
async function maskEntry(
  ask: Ask,
  schema: string,
  { key, payload, attempts }: { readonly key: string; readonly payload: Uint8Array; readonly attempts: number },
): Promise<boolean> {
  const [kept] = await ask(`SELECT attempts FROM ${schema}.entries WHERE key = $1`, [key])
  if (kept === undefined) return false
  const before = textAt(kept, 0)
  const tried = readAttempts(before)
  if ((tried.at(-1)?.number ?? 0) !== attempts) return false
  const masked = await ask(
    `UPDATE ${schema}.entries e SET payload = decode($2, 'base64'), phone = NULL, other_phone = NULL,
      attempts = $4, reason = CASE WHEN reason IS NOT NULL THEN $5 END
    WHERE e.key = $1 AND e.finished_at IS NOT NULL AND e.attempts = $3 AND NOT (${isInReview}) RETURNING e.seq`,
    [key, Buffer.from(payload).toString('base64'), before, JSON.stringify(withoutTexts(tried)), erasedText],
  )
  return masked.length === 1
}

async function countErased(ask: Ask, schema: string, erasure: Erasure): Promise<Erased> {
  const { registration, phoneKey, keep = [], results = [] } = erasure
  const [row = []] = await ask(
    `SELECT (SELECT count(*) FROM ${schema}.sessions s WHERE ${isTheirs}),
      (SELECT count(*) FROM ${schema}.effects e WHERE ${isStanding('$4', '$5')})`,
    [toColumn(registration), toColumn(phoneKey), keep, results, erasedOutcome],
  )
  const gone = new Set(results)
  const named = (await effectsWith(ask, schema, erasure)).filter(({ key }) => !gone.has(key))
  const entries: string[] = []
  for (const { id, attempts } of erasure.entries) {
    const [found] = await ask(
      `SELECT e.seq FROM ${schema}.entries e WHERE e.key = $1::uuid AND e.finished_at IS NOT NULL AND NOT (${isInReview})
        AND coalesce(${lastAttempt}, 0) = $2::integer`,
      [keyOf(registration, id), attempts],
    )
    if (found !== undefined) entries.push(id)
  }
  return { entries, sessions: numberAt(row, 0), results: numberAt(row, 1), effects: named.length }
}

/** The sessions `s` that go: of the registration $1 and the phone $2, but for $3. */
const isTheirs = `s.registration = $1 AND s.phone_key = $2 AND s.seq <> ALL ($3::bigint[]) AND ${isErasable}`

/** The outcomes of effects `e` that go. */
function isStanding(keys: string, erased: string): string {
  return `e.key = ANY (${keys}::uuid[]) AND e.outcome <> ${erased}`
}

async function eraseResults(ask: Ask, schema: string, { results = [] }: Erasure): Promise<number> {
  const rows = await ask(
    `UPDATE ${schema}.effects e SET outcome = $2 WHERE ${isStanding('$1', '$2')} RETURNING e.key`,
    [results, erasedOutcome],
  )
  return rows.length
}

async function eraseSessions(
  ask: Ask,
  schema: string,
  { registration, phoneKey, keep = [] }: Erasure,
): Promise<number> {
  const [row = []] = await ask(
    `WITH old AS MATERIALIZED (
      SELECT s.registration, s.seq FROM ${schema}.sessions s WHERE ${isTheirs}
      FOR UPDATE SKIP LOCKED
    ), resumables AS (
      DELETE FROM ${schema}.resumables r USING old o WHERE r.registration = $1 AND r.session = o.seq
    ), ${goneSessions(schema)} SELECT count(*) FROM gone`,
    [toColumn(registration), toColumn(phoneKey), keep],
  )
  return numberAt(row, 0)
}

/** The outcomes in which the number stands, with what takes their place. */
async function effectsWith(ask: Ask, schema: string, { registration, number }: Erasure): Promise<readonly Cleaned[]> {
  if (number === undefined) return []
  const rows = await ask(
    `SELECT e.key, e.outcome FROM ${schema}.effects e WHERE e.registration = $1
      AND (${hasDigits('e.outcome')} OR starts_with(e.outcome, $3))`,
    [toColumn(registration), number.digits, number.sealed?.mark ?? null],
  )
  return rows.flatMap((row) => {
    const before = fromColumn(textAt(row, 1))
    const after = cleanOutcome(number, before)
    return after === before ? [] : [{ key: textAt(row, 0), before, after }]
  })
}

interface Cleaned {
  readonly key: string
  readonly before: string
  readonly after: string
}

/** What was found in a review stays, without the number. */
async function cleanReviews(ask: Ask, schema: string, { registration, number }: Erasure): Promise<void> {
  if (number === undefined) return
  const rows = await ask(
    `SELECT e.seq::text, e.review_note FROM ${schema}.entries e WHERE e.registration = $1 AND ${hasDigits('e.review_note')}`,
    [toColumn(registration), number.digits],
  )
  for (const row of rows) {
    const before = fromColumn(textAt(row, 1))
    const after = number.without(before)
    if (after === before) continue
    await ask(
      `UPDATE ${schema}.entries SET review_note = $3 WHERE registration = $1 AND seq = $2::bigint AND review_note = $4`,
      [toColumn(registration), textAt(row, 0), toColumn(after), toColumn(before)],
    )
  }
}

/** Whether the digits $2 stand in a column, whatever stands between them. */
function hasDigits(column: string): string {
  return `position($2 in regexp_replace(${column}, '[^0-9]', '', 'g')) > 0`
}

const atOnce = 500
