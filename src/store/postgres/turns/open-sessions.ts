import type { OpenSession, OpenSessionPage, OpenSessionQuery, OpenSessions } from '../../open-sessions.ts'
import { SchemaAsking } from '../ask.ts'
import { checkAsked, toPage } from '../conditions.ts'
import { nullable } from '../inbox/entry-columns.ts'
import { flagAt, fromColumn, numberAt, type Row, toColumn } from '../statement.ts'
import { summaryColumns, toSummary } from './session-look.ts'

/** The sessions that another push may come to, and those that were left and may be resumed. */
export class PostgresOpenSessions extends SchemaAsking implements OpenSessions {
  async count(registration: string): Promise<number> {
    const [row = []] = await this.ask(`SELECT count(*) FROM (${openIn(this.schema)}) s`, [toColumn(registration)])
    return numberAt(row, 0)
  }

  async list(query: OpenSessionQuery): Promise<OpenSessionPage> {
    checkAsked(query)
    const { registration, limit, cursor = null } = query
    const rows = await this.ask(
      `SELECT ${summaryColumns}, s.left_state, s.is_left, (${lastScreenIn(this.schema)}) FROM (${openIn(this.schema)}) s
      WHERE $2::bigint IS NULL OR s.seq < $2 ORDER BY s.seq DESC LIMIT $3`,
      [toColumn(registration), cursor, limit + 1],
    )
    const { items, next } = toPage(rows, limit, toOpen)
    return { sessions: items, next }
  }
}

function toOpen(row: Row): OpenSession {
  return {
    ...toSummary(row),
    state: nullable(row, 9, fromColumn),
    isLeft: flagAt(row, 10),
    screen: nullable(row, 11, fromColumn),
  }
}

/** A session whose state is resumed from is over or has expired: one that is open has that state itself. */
function openIn(schema: string): string {
  return `SELECT s.*, s.state AS left_state, false AS is_left FROM ${schema}.sessions s
    WHERE s.registration = $1 AND s.is_live AND s.swept_from >= date_trunc('minute', now()) AND s.expires_at > now()
      AND NOT s.is_over
    UNION ALL
    SELECT s.*, r.state, true FROM ${schema}.resumables r
    JOIN ${schema}.sessions s ON s.registration = r.registration AND s.seq = r.session
    WHERE r.registration = $1 AND r.until > extract(epoch FROM now()) * 1000 AND r.state IS NOT NULL
      AND (NOT s.is_live OR s.is_over OR s.expires_at <= now())`
}

/** Of the last turn, where its handler drew it. */
function lastScreenIn(schema: string): string {
  return `SELECT CASE WHEN t.source IN ('handler', 'late') THEN t.screen END FROM ${schema}.turns t
    WHERE t.session = s.seq AND t.key IS NOT NULL ORDER BY t.seq DESC LIMIT 1`
}
