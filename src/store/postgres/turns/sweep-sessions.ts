import type { Ask } from '../ask.ts'
import { askForRow, bytesGone, RoomWatch, vacuum } from '../room-watch.ts'
import type { UserParts } from '../server/user-parts.ts'
import { numberAt, toColumn } from '../statement.ts'

/** Forgets what has expired, `most` sessions at most, and never waits for one that another has its hands on. */
export async function sweepSessions(
  ask: Ask,
  schema: string,
  registration: string,
  keep: number,
  most: number,
): Promise<number> {
  const retire = `${retireExpired(schema, '$2')} SELECT count(*) FROM gone`
  const [retired = []] = await ask(retire, [registration, Math.floor(most)])
  const left = Math.floor(most) - numberAt(retired, 0)
  if (left <= 0) return Math.floor(most)
  const [forgotten = []] = await ask(
    `WITH old AS MATERIALIZED (
      SELECT s.registration, s.seq FROM ${schema}.sessions s
      WHERE s.registration = $1 AND NOT s.is_live AND s.swept_from <= now() - $2 * interval '1 millisecond'
        AND s.expires_at <= now() - $2 * interval '1 millisecond'
      ORDER BY s.swept_from LIMIT $3 FOR UPDATE SKIP LOCKED
    ), ${goneSessions(schema)} SELECT count(*) FROM gone`,
    [registration, keep, left],
  )
  return Math.floor(most) - left + numberAt(forgotten, 0)
}

/**
 * Room for the sessions of a registration. What has expired goes first, then transcripts, then the sessions in which
 * nothing happened for longest, of some hundreds those first that took most room for longest. Effects and what may be resumed
 * never go before their time: where they fill the room, nothing new begins.
 *
 * @param parts with the room in bytes
 */
export function watchSessions({ link, settings, registration, instance, room }: UserParts<number>): RoomWatch {
  const { schema, name } = settings
  const own = toColumn(registration)
  const ask = askForRow(link)
  const retire = `${retireExpired(schema, atOnce)}
    SELECT (SELECT count(*) FROM gone), ${bytesOf(schema, 'expired', bytesOfReply)}`
  const removed = [
    removeSessions(schema, 'NOT s.is_live', 's.swept_from'),
    removeSessions(schema, `s.is_live AND ${isIdle(schema)}`, 's.swept_from'),
  ]
  return new RoomWatch(name, () => instance.others, {
    most: room,
    count: async () => numberAt(await ask(count(schema), [own, room]), 0),
    forget: async (bytes) => {
      const expired = bytesGone(await ask(retire, [own]))
      if (expired !== undefined) return expired
      for (const text of removed) {
        const gone = bytesGone(await ask(text, [own, Math.ceil(bytes)]))
        if (gone !== undefined) return gone
      }
      return undefined
    },
    tidy: () => vacuum(link, `${schema}.sessions`, `${schema}.turns`),
  })
}

/** While the tables are smaller than the room, what they take is no matter of their rows. */
function count(schema: string): string {
  const size = ['sessions', 'turns', 'effects', 'resumables']
    .map((table) => `pg_total_relation_size('${schema}.${table}')`)
    .join(' + ')
  return `SELECT CASE WHEN ${size} < $2::bigint / 2 THEN 0 ELSE (
    SELECT coalesce(sum(${bytesOfState} + 1024), 0)
    FROM ${schema}.sessions s WHERE s.registration = $1
  ) + (
    SELECT coalesce(sum(${bytesOfTurn}), 0)
    FROM ${schema}.sessions s JOIN ${schema}.turns t ON t.session = s.seq WHERE s.registration = $1
  ) + (
    SELECT coalesce(sum(octet_length(coalesce(e.outcome, '')) + 320), 0) FROM ${schema}.effects e WHERE e.registration = $1
  ) + (
    SELECT coalesce(sum(octet_length(coalesce(r.state, '')) + 320), 0) FROM ${schema}.resumables r WHERE r.registration = $1
  ) END`
}

const bytesOfState = `octet_length(coalesce(s.state, '')) + octet_length(coalesce(s.late, ''))`
const bytesOfReply = `octet_length(coalesce(t.reply, ''))`
const bytesOfTurn = `${bytesOfReply} + octet_length(coalesce(t.screen, '')) + 320`

/** The beginning of a statement that leaves nothing of what has expired but transcripts: `expired` are the sessions, and `gone` too. */
function retireExpired(schema: string, most: string | number): string {
  return `WITH expired AS MATERIALIZED (
    SELECT s.registration, s.seq, ${bytesOfState} AS bytes FROM ${schema}.sessions s
    WHERE s.registration = $1 AND s.is_live AND s.swept_from <= now() AND s.expires_at <= now()
    ORDER BY s.swept_from LIMIT ${most} FOR UPDATE SKIP LOCKED
  ), replies AS (
    UPDATE ${schema}.turns t SET reply = NULL FROM expired e WHERE t.session = e.seq AND t.reply IS NOT NULL
  ), gone AS (
    UPDATE ${schema}.sessions s SET is_live = false, state = NULL, late = NULL, work_turn = NULL
    FROM expired e WHERE s.registration = e.registration AND s.seq = e.seq RETURNING 1
  )`
}

/** The end of one that forgets sessions, after those that are `old` were chosen: `gone` are as many. */
export function goneSessions(schema: string): string {
  return `turns AS (
    DELETE FROM ${schema}.turns t USING old o WHERE t.session = o.seq
  ), gone AS (
    DELETE FROM ${schema}.sessions s USING old o WHERE s.registration = o.registration AND s.seq = o.seq RETURNING 1
  )`
}

function removeSessions(schema: string, which: string, order: string): string {
  return `WITH oldest AS MATERIALIZED (
    SELECT s.registration, s.seq, s.last_at, ${bytesOfState} + 1024 AS bytes FROM ${schema}.sessions s
    WHERE s.registration = $1 AND ${which} ORDER BY ${order} LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
  ), ranked AS (
    SELECT o.*, o.bytes * (1 + max(o.last_at) OVER () - o.last_at) AS cost FROM oldest o
  ), old AS MATERIALIZED (
    SELECT f.registration, f.seq, f.bytes FROM (
      SELECT r.*, sum(r.bytes) OVER (ORDER BY r.cost DESC, r.seq) - r.bytes AS before FROM ranked r
    ) f WHERE f.before < $2 ORDER BY f.before LIMIT ${atOnce / 2}
  ), ${goneSessions(schema)} SELECT (SELECT count(*) FROM gone), ${bytesOf(schema, 'old', bytesOfTurn)}`
}

/** Of sessions, and of their turns as they were before the statement. */
function bytesOf(schema: string, sessions: string, ofTurn: string): string {
  return `(SELECT coalesce(sum(o.bytes), 0) FROM ${sessions} o) + (
    SELECT coalesce(sum(${ofTurn}), 0) FROM ${sessions} o JOIN ${schema}.turns t ON t.session = o.seq
  )`
}

function isIdle(schema: string): string {
  return `(s.work_turn IS NULL OR NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = s.work_owner))`
}

const atOnce = 400
