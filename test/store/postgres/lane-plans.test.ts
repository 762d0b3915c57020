import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { EntryQuery } from '../../../src/store/inbox-store.ts'
import { PostgresInboxLook } from '../../../src/store/postgres/inbox/inbox-look.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { laneKeyOf } from '../../../src/store/postgres/keys.ts'
import { freshDatabase, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()
const schema = 'merchant'
const registration = 'default'
/** Entries that wait in one lane. */
const open = 2_000

beforeAll(async () => {
  const user = postgresStore(url).open({ registration, log: silentLog })
  await user.ready
  const { inbox } = user
  await inbox.accept(entryOf(), false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await user.close()
  const copies = (state: string, lane: string, count: number): string =>
    `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, received_at, form, payload)
      SELECT registration, gen_random_uuid(), '${lane} ' || number, kind, '${state}', '${lane}', $1, received_at, form, payload
      FROM (SELECT * FROM ${schema}.entries ORDER BY seq LIMIT 1) e, generate_series(1, ${count}) AS number`
  await sql(url, copies('done', 'old', 30_000), ['1'])
  await sql(url, copies('waiting', 'long', open), [laneKeyOf(registration, 'long')])
  await sql(
    url,
    `INSERT INTO ${schema}.active (registration, seq, lane_key, due_at)
      SELECT registration, seq, lane_key, 'infinity' FROM ${schema}.entries WHERE lane = 'long'`,
  )
  await sql(url, `ANALYZE ${schema}.entries; ANALYZE ${schema}.active`)
})

// The server plans a statement for the values that it gets, and once for any: which of the two is its own choice.
describe.each(['force_custom_plan', 'force_generic_plan'])('in a long lane, by a %s', (mode) => {
  const rowsOf = (query: Partial<EntryQuery>): Promise<number> =>
    rowsRead(url, mode, (ask) =>
      new PostgresInboxLook(schema, ask, ignore).list({ registration, heads: true, limit: 50, ...query }),
    )

  it.each<Partial<EntryQuery>>([{}, { states: ['waiting', 'running'] }])(
    'the head is found without a look at what stands behind it: %o',
    async (query) => {
      expect(await rowsOf({ lane: 'long', ...query })).toBeLessThan(10)
    },
  )

  it('what is open in another lane is found without a look at it, nor at what is done', async () => {
    const asked = await rowsOf({ heads: false, lane: 'other', states: ['waiting', 'running'] })
    expect(asked).toBeLessThan(10)
  })

  it('all heads are found among what is open, without a look at what is done', async () => {
    expect(await rowsOf({})).toBeLessThan(3 * open)
  })
})

function ignore(): void {
  // Nothing waits here.
}
