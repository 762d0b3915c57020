import type { DatabaseSync } from 'node:sqlite'

/**
 * A process before this one may have worked by a clock that was ahead. What it left to wait waits for its span at most,
 * from now on.
 *
 * @param now epoch ms
 */
export function boundInboxWaits(connection: DatabaseSync, now: number): void {
  connection.prepare('UPDATE open_entries SET due_at = ?1 + wait WHERE due_at > ?1 + wait').run(now)
  // The newest tells whether anything is from a time that has not come yet: else nothing is gone through.
  if (connection.prepare(isNewestAhead).get(now) === undefined) return
  for (const sql of setBack) connection.prepare(sql).run(now)
}

/** As that, for sessions: none lives longer than its idle time. */
export function boundSessionWaits(connection: DatabaseSync, now: number): void {
  connection
    .prepare('UPDATE sessions SET expires_at = ?1 + expiry WHERE is_retired = 0 AND expires_at > ?1 + expiry')
    .run(now)
}

const isNewestAhead = `SELECT 1 FROM entries
  WHERE seq = (SELECT max(seq) FROM entries) AND accepted_at > ?`

const setBack = [
  'UPDATE entries SET identity_until = ?1 + identity_until - accepted_at, accepted_at = ?1 WHERE accepted_at > ?1',
  'UPDATE keys SET until = ?1 + until - accepted_at, accepted_at = ?1 WHERE accepted_at > ?1',
  'UPDATE ends SET finished_at = ?1 WHERE finished_at > ?1',
]
