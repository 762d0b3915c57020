import { cleanOutcome, type Erased, type Erasure, erasedText, withoutTexts } from '../people/erasure.ts'
import { readAttempts } from './inbox/entry-columns.ts'
import type { Ask } from './inbox/inbox-look.ts'
import { forgetEntries } from './inbox/sweep.ts'
import { keyOf } from './keys.ts'
import { fromColumn, numberAt, textAt, toColumn } from './statement.ts'

/**
 * Erases what is kept of one person. Rows that are gone stay in the files of the server until it needs their room, and in its log, its
 * replicas and its backups.
 */
export async function erasePerson(ask: Ask, schema: string, erasure: Erasure): Promise<Erased> {
  const registration = toColumn(erasure.registration)
  const keyed = erasure.entries.map(({ id, payload }) => ({ key: keyOf(erasure.registration, id), payload }))
  for (const { key, payload } of keyed) {
    if (payload === undefined) continue
    const [kept = []] = await ask(`SELECT attempts FROM ${schema}.entries WHERE key = $1`, [key])
    const before = textAt(kept, 0)
    await ask(
      `UPDATE ${schema}.entries SET payload = decode($2, 'base64'), phone = NULL, other_phone = NULL,
        attempts = CASE WHEN attempts = $3 THEN $4 ELSE attempts END, reason = CASE WHEN reason IS NOT NULL THEN $5 END
      WHERE key = $1 AND finished_at IS NOT NULL`,
      [
        key,
        Buffer.from(payload).toString('base64'),
        before,
        before === '' ? before : JSON.stringify(withoutTexts(readAttempts(before))),
        erasedText,
      ],
    )
  }
  const gone = keyed.filter(({ payload }) => payload === undefined).map(({ key }) => key)
  for (let from = 0; from < gone.length; from += atOnce) {
    const keys = gone.slice(from, from + atOnce)
    await ask(forgetEntries(schema, 'e.key = ANY ($2::uuid[])', atOnce), [registration, keys])
    // What a repeat is told names nobody.
    await ask(
      `UPDATE ${schema}.identities i SET id = '(erased)' WHERE i.entry = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT FROM ${schema}.entries e WHERE e.key = i.entry)`,
      [keys],
    )
  }
  await cleanReviews(ask, schema, erasure)
  return { sessions: await eraseSessions(ask, schema, erasure), effects: await cleanEffects(ask, schema, erasure) }
}

async function eraseSessions(ask: Ask, schema: string, { registration, phoneKey }: Erasure): Promise<number> {
  const [row = []] = await ask(
    `WITH old AS MATERIALIZED (
      SELECT s.registration, s.seq FROM ${schema}.sessions s
      WHERE s.registration = $1 AND s.phone_key = $2
        AND (NOT s.is_live OR s.expires_at <= now() OR (s.is_over AND s.work_turn IS NULL))
        AND NOT EXISTS (
          SELECT FROM ${schema}.resumables r
          WHERE r.key = s.resume_key AND r.session = s.seq AND r.until > extract(epoch FROM now()) * 1000
        )
      FOR UPDATE SKIP LOCKED
    ), turns AS (
      DELETE FROM ${schema}.turns t USING old o WHERE t.session = o.seq
    ), resumables AS (
      DELETE FROM ${schema}.resumables r USING old o WHERE r.registration = $1 AND r.session = o.seq
    ), gone AS (
      DELETE FROM ${schema}.sessions s USING old o WHERE s.registration = o.registration AND s.seq = o.seq RETURNING 1
    ) SELECT count(*) FROM gone`,
    [toColumn(registration), toColumn(phoneKey)],
  )
  return numberAt(row, 0)
}

async function cleanEffects(ask: Ask, schema: string, { registration, number }: Erasure): Promise<number> {
  if (number === undefined) return 0
  const rows = await ask(
    `SELECT e.key, e.outcome FROM ${schema}.effects e WHERE e.registration = $1
      AND (${hasDigits('e.outcome')} OR starts_with(e.outcome, $3))`,
    [toColumn(registration), number.digits, number.sealed?.mark ?? null],
  )
  let cleaned = 0
  for (const row of rows) {
    const before = fromColumn(textAt(row, 1))
    const outcome = cleanOutcome(number, before)
    if (outcome === before) continue
    await ask(`UPDATE ${schema}.effects SET outcome = $2 WHERE key = $1 AND outcome = $3`, [
      textAt(row, 0),
      toColumn(outcome),
      toColumn(before),
    ])
    cleaned += 1
  }
  return cleaned
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
