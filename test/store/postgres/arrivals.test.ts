import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { EntryFilter, InboxStore } from '../../../src/store/inbox-store.ts'
import { arrivalsAtOnce } from '../../../src/store/lists/arrivals.ts'
import { few } from '../../../src/store/lists/ways.ts'
import { PostgresInboxLook } from '../../../src/store/postgres/inbox/inbox-look.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'
import { attemptOf, entryOf } from './samples.ts'

const schema = 'merchant'
const registration = 'default'
const many = 15 * arrivalsAtOnce + 100
const page = 50

// Of a large table the server may read all with several processes at once, sooner than a part by an index.
const asLarge = ['min_parallel_table_scan_size', 'parallel_setup_cost', 'parallel_tuple_cost'].map(
  (name) => `-c ${name}=0`,
)

/** Entries like the first, one a second. */
function entriesOf(registered: string): string {
  return `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, received_at, form, payload, finished_at)
    SELECT '${registered}', gen_random_uuid(), id || number, CASE WHEN number % 2 = 0 THEN 'fulfilment' ELSE kind END, state, lane,
      number, number * 1000, form, payload, finished_at
    FROM (SELECT * FROM ${schema}.entries ORDER BY seq LIMIT 1) e, generate_series($1::int, $2::int) AS number`
}

async function sweepAll(inbox: InboxStore): Promise<void> {
  const retention = { entries: 1e12, identities: 1e12, rejected: 1_000 }
  for (let swept = 1; swept > 0; ) swept = await inbox.sweep(retention, 100)
}

async function uptosOf(database: string): Promise<readonly number[]> {
  const { rows } = await sql(database, `SELECT upto FROM ${schema}.arrivals ORDER BY upto`)
  return rows.map(({ upto }) => Number(upto))
}

async function workFirst(inbox: InboxStore): Promise<void> {
  await inbox.accept(entryOf({ receivedAt: 0 }), false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
}

describe('entries of a time, among many', async () => {
  const url = await freshDatabase()
  const large = new URL(url)
  large.searchParams.set('options', asLarge.join(' '))

  beforeAll(async () => {
    const user = postgresStore(url).open({ registration, log: silentLog })
    await user.ready
    await workFirst(user.inbox)
    await sql(url, entriesOf(registration), [1, many])
    await sql(url, entriesOf('tickets'), [1, 300])
    await sweepAll(user.inbox)
    await user.close()
    await sql(url, `ANALYZE ${schema}.entries; ANALYZE ${schema}.arrivals`)
  })

  const span = (from: number, to: number) => ({ since: from * 1_000, until: to * 1_000 })
  const filters: Readonly<Record<string, Omit<EntryFilter, 'registration'>>> = {
    'none, later than all': { since: 99_000_000 },
    'none, earlier than all': { until: 0 },
    'none, of a kind': { kinds: ['fulfilment', 'checkout'], since: 99_000_000 },
    'none, done': { states: ['done'], since: 99_000_000 },
    'a few of long ago': span(100, 110),
    'a few of long ago, of a kind': { kinds: ['fulfilment'], ...span(100, 110) },
    'a few of long ago, done': { states: ['done'], ...span(100, 110) },
    'the newest': { since: (many - 20) * 1_000 },
  }

  describe.each(['force_custom_plan', 'force_generic_plan'])('by a %s', (mode) => {
    it.each(Object.entries(filters))('are found without a look at the others: %s', async (what, filter) => {
      const listed = await rowsRead(large.href, mode, (ask) =>
        new PostgresInboxLook(schema, ask, ignore).list({ registration, ...filter, limit: page }),
      )
      const counted = await rowsRead(large.href, mode, (ask) =>
        new PostgresInboxLook(schema, ask, ignore).count({ registration, ...filter, most: 1_000 }),
      )
      // Those above the last row, to see whether they fit; and of each that may fit its end.
      const above = (many + 1) % arrivalsAtOnce
      // By a kind and a time: each is counted up to a few.
      const most = 2 * few + above + (what.startsWith('none') ? 100 : 2.2 * arrivalsAtOnce)
      expect(Math.max(listed, counted)).toBeLessThan(most)
    })
  })

  it('are all found, in each list and count', async () => {
    const user = await opened(url)
    const all: typeof filters = { ...filters, 'a third': span(2_000, 8_000) }
    for (const [what, filter] of Object.entries(all)) {
      const { since = 0, until = 1e15, kinds = ['checkout', 'fulfilment'] } = filter
      const { rows } = await sql(
        url,
        `SELECT count(*) AS count FROM ${schema}.entries
          WHERE registration = $1 AND received_at >= $2 AND received_at < $3 AND kind = ANY ($4)`,
        [registration, since, until, kinds],
      )
      const expected = Number(rows[0].count)
      const { entries } = await user.inbox.list({ registration, ...filter, limit: 1_000 })
      expect(entries, what).toHaveLength(Math.min(expected, 1_000))
      expect((await user.inbox.count({ registration, ...filter })).done, what).toBe(expected)
    }
  })
})

describe('when entries arrived', () => {
  it('is written up to where all are there to be seen: a number may be given long before its entry is', async () => {
    const url = await freshDatabase()
    const { inbox } = await opened(url)
    await workFirst(inbox)
    const slow = await connected(url)
    await slow.query('BEGIN')
    await slow.query(entriesOf(registration), [90_000, 90_000])
    await sql(url, entriesOf(registration), [1, 2 * arrivalsAtOnce])
    await sweepAll(inbox)
    await sweepAll(inbox)
    expect(await uptosOf(url)).toEqual([])
    const late = { registration, since: 90_000_000, limit: 10 }
    expect((await inbox.list(late)).entries).toHaveLength(0)
    await slow.query('COMMIT')
    await sweepAll(inbox)
    expect(await uptosOf(url)).toHaveLength(2)
    expect((await inbox.list(late)).entries).toHaveLength(1)
  })

  it('is written where somebody always writes: who began later holds nothing up', async () => {
    const url = await freshDatabase()
    const { inbox } = await opened(url)
    await workFirst(inbox)
    await sql(url, entriesOf(registration), [1, 2 * arrivalsAtOnce])
    const [first, second] = [await connected(url), await connected(url)]
    await first.query('BEGIN')
    await first.query(entriesOf(registration), [90_000, 90_000])
    await sweepAll(inbox)
    await second.query('BEGIN')
    await second.query(entriesOf(registration), [90_001, 90_001])
    await first.query('COMMIT')
    await sweepAll(inbox)
    expect(await uptosOf(url)).toHaveLength(2)
    await second.query('COMMIT')
  })

  it('is forgotten with the entries', async () => {
    const url = await freshDatabase()
    const { inbox } = await opened(url)
    await workFirst(inbox)
    await sql(url, entriesOf(registration), [1, 3 * arrivalsAtOnce])
    await sweepAll(inbox)
    const [, second, third] = await uptosOf(url)
    await sql(url, `DELETE FROM ${schema}.entries WHERE seq <= $1`, [second])
    await sweepAll(inbox)
    expect(await uptosOf(url)).toEqual([third])
    expect((await inbox.count({ registration, since: 1 })).done).toBe(3 * arrivalsAtOnce + 1 - Number(second))
  })
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

function ignore(): void {
  // Nothing waits here.
}
