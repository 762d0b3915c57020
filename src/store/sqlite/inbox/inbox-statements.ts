import type { DatabaseSync } from 'node:sqlite'

/** What the inbox's writer asks of its file. */
export function prepareInbox(connection: DatabaseSync) {
  return {
    insertEntry: connection.prepare(`INSERT INTO entries VALUES (${Array(17).fill('?').join()})`),
    removeEntry: connection.prepare(
      'DELETE FROM entries WHERE seq = ? RETURNING id, kind, identity, length(payload) AS bytes',
    ),
    bytes: connection.prepare('SELECT length(payload) AS bytes FROM entries WHERE seq = ?'),
    rewrite: connection.prepare('UPDATE entries SET payload = ? WHERE seq = ?'),
    insertEnd: connection.prepare('INSERT INTO ends VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    removeEnd: connection.prepare('DELETE FROM ends WHERE seq = ? RETURNING state, octet_length(attempts) AS bytes'),
    state: connection.prepare('SELECT e.id, n.state FROM entries e LEFT JOIN ends n ON n.seq = e.seq WHERE e.seq = ?'),
    ended: connection.prepare(`
      SELECT e.registration, e.lane, n.state, n.attempts FROM ends n JOIN entries e ON e.seq = n.seq WHERE n.seq = ?`),
    past: connection.prepare(`
      SELECT n.seq FROM ends n WHERE n.registration = ? AND n.state = ? AND n.finished_at <= ? AND (
        NOT EXISTS (SELECT 1 FROM reviews r WHERE r.seq = n.seq AND r.settled_at IS NULL) OR n.finished_at <= ?
      ) ORDER BY n.finished_at LIMIT ?`),
    // From the newest, so that it costs what is kept, however many there are. CROSS JOIN keeps SQLite from beginning
    // with the entries.
    unreadBeyond: connection.prepare(`
      SELECT n.seq FROM ends n CROSS JOIN entries e ON e.seq = n.seq
      WHERE n.registration = ? AND n.state = 'rejected' AND e.identity IS NULL
      ORDER BY n.finished_at DESC, n.seq DESC LIMIT ? OFFSET ?`),
    unread: connection.prepare(`
      SELECT seq FROM entries WHERE registration = ? AND identity IS NULL ORDER BY seq LIMIT ?`),
    oldest: connection.prepare(`
      SELECT n.seq FROM ends n CROSS JOIN entries e ON e.seq = n.seq
      WHERE n.registration = ? AND n.state = ? AND e.identity IS NOT NULL ORDER BY n.finished_at LIMIT ?`),
    addMilestone: connection.prepare('INSERT OR REPLACE INTO milestones VALUES (?, ?, ?)'),
    milestoneBefore: connection.prepare(`
      SELECT accepted_at FROM milestones WHERE registration = ? AND added <= ? ORDER BY added DESC LIMIT 1`),
    setCounter: connection.prepare('INSERT OR REPLACE INTO counters VALUES (?, ?)'),
    requests: connection.prepare('SELECT seq FROM requests ORDER BY seq LIMIT ?'),
    removeRequest: connection.prepare('DELETE FROM requests WHERE seq = ?'),
  }
}
