import type { Ask } from '../inbox/inbox-look.ts'
import { numberAt } from '../statement.ts'

/** Forgets what has expired, `most` sessions at most, and never waits for one that another has its hands on. */
export async function sweepSessions(
  ask: Ask,
  schema: string,
  registration: string,
  keep: number,
  most: number,
): Promise<number> {
  const [retired = []] = await ask(
    `WITH expired AS MATERIALIZED (
      SELECT s.registration, s.seq FROM ${schema}.sessions s
      WHERE s.registration = $1 AND s.is_live AND s.swept_from <= now() AND s.expires_at <= now()
      ORDER BY s.swept_from LIMIT $2 FOR UPDATE SKIP LOCKED
    ), replies AS (
      UPDATE ${schema}.turns t SET reply = NULL FROM expired e WHERE t.session = e.seq AND t.reply IS NOT NULL
    ), gone AS (
      UPDATE ${schema}.sessions s SET is_live = false, state = NULL, late = NULL, work_turn = NULL
      FROM expired e WHERE s.registration = e.registration AND s.seq = e.seq RETURNING 1
    ) SELECT count(*) FROM gone`,
    [registration, Math.floor(most)],
  )
  const left = Math.floor(most) - numberAt(retired, 0)
  if (left <= 0) return Math.floor(most)
  const [forgotten = []] = await ask(
    `WITH old AS MATERIALIZED (
      SELECT s.registration, s.seq FROM ${schema}.sessions s
      WHERE s.registration = $1 AND NOT s.is_live AND s.swept_from <= now() - $2 * interval '1 millisecond'
        AND s.expires_at <= now() - $2 * interval '1 millisecond'
      ORDER BY s.swept_from LIMIT $3 FOR UPDATE SKIP LOCKED
    ), turns AS (
      DELETE FROM ${schema}.turns t USING old o WHERE t.session = o.seq
    ), gone AS (
      DELETE FROM ${schema}.sessions s USING old o WHERE s.registration = o.registration AND s.seq = o.seq RETURNING 1
    ) SELECT count(*) FROM gone`,
    [registration, keep, left],
  )
  return Math.floor(most) - left + numberAt(forgotten, 0)
}
