import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { arrivalsAtOnce } from '../../../src/store/lists/arrivals.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { PostgresSessionLook } from '../../../src/store/postgres/turns/session-look.ts'
import type { SessionQuery, TurnStore } from '../../../src/store/turn-store.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'
import { turnOf } from './samples.ts'

const url = await freshDatabase()
const schema = 'merchant'
const registration = 'default'
const many = 15 * arrivalsAtOnce + 100
const page = 50

/** Sessions like the first, one a second, that expired when they began. */
function sessionsOf(registered: string): string {
  return `INSERT INTO ${schema}.sessions (registration, key, name_key, kind, session_id, phone, phone_key, started_at, last_at,
      expiry, expires_at, swept_from, is_live)
    SELECT '${registered}', gen_random_uuid(), gen_random_uuid(), CASE WHEN number % 2 = 0 THEN 'programmable' ELSE kind END,
      session_id || number, phone, phone_key, number * 1000, number * 1000, expiry, to_timestamp(number), to_timestamp(number), false
    FROM (SELECT * FROM ${schema}.sessions ORDER BY seq LIMIT 1) s, generate_series(1, $1::int) AS number`
}

/** Those that have been silentLog for so long, ms. */
async function sweepAll(turns: TurnStore, keep: number): Promise<void> {
  for (let swept = 1; swept > 0; ) swept = await turns.sweep(keep, 100_000)
}

async function linesOf(name: string): Promise<number> {
  const { rows } = await sql(
    url,
    `SELECT count(*)::int AS count FROM ${schema}.session_arrivals WHERE registration = $1`,
    [name],
  )
  return rows[0].count
}

describe('sessions of a time, among many', () => {
  beforeAll(async () => {
    const user = postgresStore(url).open({ registration, log: silentLog })
    await user.ready
    await user.turns.open(turnOf('first', { at: 0 }))
    await sql(url, sessionsOf(registration), [many])
    await sql(url, sessionsOf('tickets'), [300])
    await sweepAll(user.turns, 1e14)
    await user.close()
    await sql(url, `ANALYZE ${schema}.sessions; ANALYZE ${schema}.session_arrivals`)
  })

  const span = (from: number, to: number) => ({ since: from * 1_000, until: to * 1_000 })
  const queries: Readonly<Record<string, Pick<SessionQuery, 'since' | 'until' | 'kind'>>> = {
    'none, later than all': { since: 99_000_000 },
    'none, earlier than all': { until: 0 },
    'none, of a kind': { kind: 'programmable', since: 99_000_000 },
    'a few of long ago': span(100, 110),
    'a few of long ago, of a kind': { kind: 'programmable', ...span(100, 110) },
    'the oldest': { until: 20_000 },
    'the newest': { since: (many - 20) * 1_000 },
  }

  describe.each(['force_custom_plan', 'force_generic_plan'])('by a %s', (mode) => {
    it.each(Object.entries(queries))('are found without a look at the others: %s', async (what, query) => {
      const read = await rowsRead(url, mode, (ask) =>
        new PostgresSessionLook(schema, ask).list({ registration, ...query, limit: page }),
      )
      // Those above the last line, to see whether they fit; and of each that may fit its end.
      const above = (many + 1) % arrivalsAtOnce
      expect(read).toBeLessThan(above + (what.startsWith('none') ? 100 : 2.2 * arrivalsAtOnce))
    })
  })

  it('are all found', async () => {
    const { turns } = await opened(url)
    const all: typeof queries = { ...queries, 'a third': span(2_000, 2_900) }
    for (const [what, query] of Object.entries(all)) {
      const { since = 0, until = 1e15, kind = null } = query
      const { rows } = await sql(
        url,
        `SELECT session_id FROM ${schema}.sessions
          WHERE registration = $1 AND started_at >= $2 AND started_at < $3 AND kind = coalesce($4, kind)
          ORDER BY seq DESC LIMIT 1000`,
        [registration, since, until, kind],
      )
      const { sessions } = await turns.list({ registration, ...query, limit: 1_000 })
      expect(
        sessions.map(({ sessionId }) => sessionId),
        what,
      ).toEqual(rows.map(({ session_id: id }) => id))
    }
  })

  it('are forgotten together with their lines', async () => {
    const { turns } = await opened(url)
    expect(await linesOf(registration)).toBe(15)
    await sweepAll(turns, Date.now() - 40_000_000)
    const { rows } = await sql(
      url,
      `SELECT count(*)::int AS count FROM ${schema}.sessions WHERE registration = $1 AND session_id <> 'first'`,
      [registration],
    )
    // The first has expired today, and is the oldest: as long as it is there, so are the lines.
    expect(rows[0].count).toBeLessThan(many - 39_000)
    expect(await linesOf(registration)).toBe(15)
    await sql(url, `DELETE FROM ${schema}.sessions WHERE session_id = 'first'`)
    await sweepAll(turns, 1e14)
    expect(await linesOf(registration)).toBeLessThan(7)
    expect((await turns.list({ registration, ...span(39_900, 40_100), limit: 1_000 })).sessions).toHaveLength(
      rows[0].count - (many - 40_100) - 1,
    )
  })
})
