import { followUpList } from '../../entry.ts'
import type { InboxRetention } from '../../inbox-store.ts'
import type { Ask } from '../ask.ts'
import { isInReview } from '../conditions.ts'
import { numberAt, type Value } from '../statement.ts'

/**
 * Forgets what is past its time, `most` rows at most, and never waits for one that another has its hands on.
 *
 * @param identityRoom bytes of identities: beyond it the oldest go
 */
export async function sweepInbox(
  ask: Ask,
  schema: string,
  registration: string,
  retention: InboxRetention,
  most: number,
  identityRoom: number,
): Promise<number> {
  let left = Math.floor(most)
  const count = async (text: string, values: readonly Value[]) => {
    if (left <= 0) return
    const [row = []] = await ask(text, values)
    left -= numberAt(row, 0)
  }
  const forgetIdentities = (which: string, values: readonly Value[]) =>
    count(forgetChosen(`${schema}.identities`, 'key', which), values)
  await count(forgetEntries(schema, isPast, '$3'), [registration, retention.entries, left, retention.identities])
  // Only those that were rejected on arrival: a settled one has the fence of its claim, and its push may come again.
  await count(
    forgetChosen(
      `${schema}.entries`,
      'registration, seq',
      `SELECT e.registration, e.seq FROM ${schema}.entries e
      WHERE e.registration = $1 AND e.aside = 'rejected' AND e.fence IS NULL AND e.seq <= (
        SELECT o.seq FROM ${schema}.entries o
        WHERE o.registration = $1 AND o.aside = 'rejected' AND o.fence IS NULL
        ORDER BY o.registration DESC, o.seq DESC OFFSET $2 LIMIT 1
      )
      ORDER BY e.registration, e.seq LIMIT $3 FOR UPDATE SKIP LOCKED`,
    ),
    [registration, retention.rejected, left],
  )
  // A notification that is not finished stays known, however long that takes.
  const isOpen = `SELECT FROM ${schema}.entries e WHERE e.key = i.entry AND e.finished_at IS NULL`
  await forgetIdentities(
    `SELECT i.key FROM ${schema}.identities i
      WHERE i.registration = $1 AND i.accepted_at <= now() - $2 * interval '1 millisecond' AND NOT EXISTS (${isOpen})
      ORDER BY i.registration, i.accepted_at LIMIT $3 FOR UPDATE OF i SKIP LOCKED`,
    [registration, retention.identities, left],
  )
  if (await isLarge(ask, `${schema}.identities`, identityRoom)) {
    await forgetIdentities(
      `SELECT i.key FROM ${schema}.identities i
        WHERE i.registration = $1 AND NOT EXISTS (${isOpen}) AND i.accepted_at <= (
          SELECT o.accepted_at FROM ${schema}.identities o WHERE o.registration = $1
          ORDER BY o.registration DESC, o.accepted_at DESC OFFSET $2 LIMIT 1
        )
        ORDER BY i.registration, i.accepted_at LIMIT $3 FOR UPDATE OF i SKIP LOCKED`,
      [registration, Math.floor(identityRoom / identityBytes), left],
    )
  }
  await forgetIdentities(
    `SELECT i.key FROM ${schema}.identities i
      WHERE i.registration = $1 AND i.expires_at <= now() AND NOT EXISTS (${isOpen})
      ORDER BY i.registration, i.expires_at LIMIT $2 FOR UPDATE OF i SKIP LOCKED`,
    [registration, left],
  )
  return Math.floor(most) - left
}

/**
 * A statement that forgets rows and counts them. They are chosen once, before any is deleted: inside of a condition the server
 * may choose anew for each row, and go on beyond what was asked for.
 */
export function forgetChosen(table: string, columns: string, choice: string): string {
  return `WITH chosen AS MATERIALIZED (${choice}), gone AS (
    DELETE FROM ${table} WHERE (${columns}) IN (SELECT ${columns} FROM chosen) RETURNING 1
  ) SELECT count(*) FROM gone`
}

const isPast = `e.swept_from <= now() - $2 * interval '1 millisecond'
  AND e.finished_at <= now() - $2 * interval '1 millisecond'
  AND (NOT (${isInReview}) OR e.finished_at <= now() - $4 * interval '1 millisecond')`

// What an identity takes with its indexes.
const identityBytes = 256

/** Whether a table takes more than a room, bytes: only then its rows are looked at. */
export async function isLarge(ask: Ask, table: string, room: number): Promise<boolean> {
  const [row = []] = await ask(`SELECT pg_total_relation_size('${table}')`, [])
  return numberAt(row, 0) > room
}

/**
 * A statement that forgets finished entries, and counts them and their bytes. The push of one that was not handled is new when it comes
 * again, as `isUnhandledPush` has it.
 *
 * @param which a condition on an entry `e` of the registration `$1`
 * @param most how many, as SQL
 */
export function forgetEntries(schema: string, which: string, most: string | number): string {
  return `WITH old AS MATERIALIZED (
    SELECT e.registration, e.seq, e.key, e.kind, e.state FROM ${schema}.entries e
    WHERE e.registration = $1 AND e.finished_at IS NOT NULL AND ${which}
    ORDER BY e.registration, e.swept_from LIMIT ${most} FOR UPDATE SKIP LOCKED
  ), known AS (
    DELETE FROM ${schema}.identities i USING old o
    WHERE o.state <> 'done' AND o.kind NOT IN (${followUpList}) AND i.entry = o.key
  ), ${goneEntries(schema)}`
}

/** The end of such a statement, after the entries `old` were chosen. */
export function goneEntries(schema: string): string {
  return `gone AS (
    DELETE FROM ${schema}.entries e USING old o WHERE e.registration = o.registration AND e.seq = o.seq
    RETURNING ${bytesOfEntry} AS bytes
  ) SELECT count(*), coalesce(sum(bytes), 0) FROM gone`
}

/** Bytes of an entry beside its payload, its attempts and its id. */
export const besides = 1_024

/** What an entry `e` takes of the room. */
export const bytesOfEntry = `octet_length(e.payload) + octet_length(e.attempts) + 4 * length(e.id) + ${besides}`
