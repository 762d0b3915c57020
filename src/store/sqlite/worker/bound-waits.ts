import type { DatabaseSync } from 'node:sqlite'

/**
 * A process before this one may have worked by a clock that was ahead. What it left to wait waits for its span at most,
 * from now on.
 *
 * @param now epoch ms
 */
export function boundInboxWaits(connection: DatabaseSync, now: number): void {
  connection.prepare('UPDATE open_entries SET due_at = ? + wait WHERE due_at > ? + wait').run(now, now)
  // The newest tells whether anything is from a time that has not come yet: else nothing is gone through.
  if (connection.prepare(isNewestAhead).get(now) === undefined) return
  for (const sql of setBack) connection.prepare(sql).run(...[...sql.matchAll(/\?/g)].map(() => now))
}

/** As that, for sessions: none lives longer than its idle time. */
export function boundSessionWaits(connection: DatabaseSync, now: number): void {
  connection
    .prepare('UPDATE sessions SET expires_at = ? + expiry WHERE is_retired = 0 AND expires_at > ? + expiry')
    .run(now, now)
}

const isNewestAhead = `SELECT 1 FROM entries
  WHERE seq = (SELECT max(seq) FROM entries) AND accepted_at > ?`

const setBack = [
  'UPDATE entries SET identity_until = ? + identity_until - accepted_at, accepted_at = ? WHERE accepted_at > ?',
  'UPDATE keys SET until = ? + until - accepted_at, accepted_at = ? WHERE accepted_at > ?',
  'UPDATE ends SET finished_at = ? WHERE finished_at > ?',
]
