import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { EntryFilter } from '../../../src/store/inbox-store.ts'
import { few } from '../../../src/store/lists/ways.ts'
import { PostgresInboxLook } from '../../../src/store/postgres/inbox/inbox-look.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { PostgresTrailLook } from '../../../src/store/postgres/trail/postgres-trail.ts'
import { PostgresSessionLook } from '../../../src/store/postgres/turns/session-look.ts'
import { freshDatabase, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'
import { attemptOf, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()
const schema = 'merchant'
const registration = 'default'
const many = 30_000
const page = 50
/** Up to here the page counts, and says "more" beyond. */
const most = 1_000

beforeAll(async () => {
  const user = postgresStore(url).open({ registration, log: silentLog })
  await user.ready
  const { inbox, turns, trail } = user
  await inbox.accept(entryOf(), false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await turns.open(turnOf('first'))
  await trail.append(registration, { by: 'Ama', act: 'export', entry: null, about: null, reason: null })
  await user.close()
  // What is looked for is among the oldest: who goes through the list from its newest end goes through all of it.
  await sql(
    url,
    `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, reference, session, conflicts_with,
      received_at, form, payload, finished_at)
    SELECT registration, gen_random_uuid(), id || number, CASE WHEN number BETWEEN 100 AND 110 THEN 'deliveryReport' ELSE kind END,
      CASE WHEN number BETWEEN 10 AND 40 THEN 'dead' ELSE state END,
      lane, number, 'order-' || number, CASE WHEN number % 3 = 0 THEN 'ussd:' || number END,
      CASE WHEN number BETWEEN 50 AND 80 THEN id END, received_at, form, payload, finished_at
    FROM ${schema}.entries, generate_series(1, ${many}) AS number`,
  )
  await sql(
    url,
    `INSERT INTO ${schema}.active (registration, seq, lane_key, due_at)
    SELECT registration, seq, lane_key, now() FROM ${schema}.entries WHERE lane_key BETWEEN 90 AND 99`,
  )
  await sql(
    url,
    `INSERT INTO ${schema}.sessions (registration, key, name_key, kind, session_id, phone, phone_key, started_at, last_at,
      expiry, expires_at, swept_from)
    SELECT registration, gen_random_uuid(), gen_random_uuid(), CASE WHEN number BETWEEN 100 AND 110 THEN 'programmable' ELSE kind END,
      session_id || number, phone, phone_key || number,
      started_at, last_at, expiry, expires_at, swept_from
    FROM ${schema}.sessions, generate_series(1, ${many}) AS number`,
  )
  await sql(
    url,
    `INSERT INTO ${schema}.trail (registration, person, act, entry, entry_key)
    SELECT registration, person, act, 'entry ' || number, gen_random_uuid()
    FROM ${schema}.trail, generate_series(1, ${many}) AS number`,
  )
  // As in a table of millions, where a sample finds one kind.
  await sql(url, `ALTER TABLE ${schema}.entries ALTER COLUMN kind SET (n_distinct = 1)`)
  await sql(url, `ALTER TABLE ${schema}.sessions ALTER COLUMN kind SET (n_distinct = 1)`)
  await sql(url, ['entries', 'active', 'sessions', 'trail'].map((table) => `ANALYZE ${schema}.${table}`).join(';'))
})

// The server plans a statement for the values that it gets, and once for any: which of the two is its own choice.
describe.each(['force_custom_plan', 'force_generic_plan'])('what an operator looks at, by a %s', (mode) => {
  const entries: Readonly<Record<string, Omit<EntryFilter, 'registration'>>> = {
    'the waiting': { states: ['waiting', 'running'] },
    'the dead': { states: ['dead'] },
    'the done': { states: ['done'] },
    'what contradicts another': { conflicts: true },
    'what needs review': { needsReview: true },
    'a kind that is rare': { kinds: ['deliveryReport'] },
    'a kind that none has': { kinds: ['inboundMessage'] },
    'two kinds that are rare, and done': { kinds: ['deliveryReport', 'fulfilment'], states: ['done', 'rejected'] },
    'the dead of a kind': { kinds: ['checkout'], states: ['dead'] },
    'the entries of a reference': { reference: 'order-7' },
    'the entries of a session': { session: 'ussd:9' },
  }

  it.each(Object.entries(entries))('lists %s without a look at all the others', async (_what, filter) => {
    const asked = await rowsRead(url, mode, (ask) =>
      new PostgresInboxLook(schema, ask, ignore).list({ registration, ...filter, limit: page }),
    )
    // Where there are two ways, each is counted up to a few.
    expect(asked).toBeLessThan(4 * page + 2 * few)
  })

  it.each(Object.entries(entries))('counts %s without a look at all the others', async (_what, filter) => {
    const asked = await rowsRead(url, mode, (ask) =>
      new PostgresInboxLook(schema, ask, ignore).count({ registration, ...filter, most }),
    )
    expect(asked).toBeLessThan(4 * most)
  })

  it('lists the next page from where the last one ended', async () => {
    const asked = await rowsRead(url, mode, (ask) =>
      new PostgresInboxLook(schema, ask, ignore).list({ registration, limit: page, cursor: '15000' }),
    )
    expect(asked).toBeLessThan(4 * page)
  })

  it('finds one entry by its place', async () => {
    const asked = await rowsRead(url, mode, (ask) =>
      new PostgresInboxLook(schema, ask, ignore).list({ registration, limit: 1, cursor: '15000' }),
    )
    expect(asked).toBeLessThan(page)
  })

  it.each(Object.entries({ 'all of them': {}, 'those of an entry': { entry: 'entry 7' }, older: { cursor: '15000' } }))(
    'lists lines of the trail: %s',
    async (_what, query) => {
      const asked = await rowsRead(url, mode, (ask) =>
        new PostgresTrailLook(schema, ask).list({ registration, ...query, limit: page }),
      )
      expect(asked).toBeLessThan(2 * page)
    },
  )

  it.each(
    Object.entries({
      'all of them': {},
      'those of a phone': { phoneKey: 'phone7' },
      older: { cursor: '15000' },
      'a kind that is rare': { kind: 'programmable' },
      'the usual kind': { kind: 'ussd' },
    } as const),
  )('lists sessions: %s', async (_what, query) => {
    const asked = await rowsRead(url, mode, (ask) =>
      new PostgresSessionLook(schema, ask).list({ registration, ...query, limit: page }),
    )
    expect(asked).toBeLessThan(2 * page)
  })

  it('shows one session', async () => {
    const asked = await rowsRead(url, mode, async (ask) => {
      await new PostgresSessionLook(schema, ask).get(registration, 'first')
    })
    expect(asked).toBeLessThan(page)
  })
})

function ignore(): void {
  // Nothing waits here.
}
