import { expect, it } from 'vitest'
import { ofPhone } from '../../../src/store/postgres/conditions.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()
const registration = 'default'

it('the entries of a phone are found by indexes, however many others there are', async () => {
  const { inbox } = await opened(url)
  const entry = entryOf({ phones: ['one', 'two'] })
  await inbox.accept(entry, false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await sql(
    url,
    `INSERT INTO merchant.entries
      (registration, key, id, kind, state, lane, lane_key, received_at, form, payload, finished_at, phone)
    SELECT registration, gen_random_uuid(), id || number, kind, state, lane, number, received_at, form, payload,
      finished_at, 'other ' || number
    FROM merchant.entries, generate_series(1, 20000) AS number`,
  )
  await sql(url, 'ANALYZE merchant.entries')
  for (const phone of ['one', 'two']) {
    expect((await inbox.list({ registration, phone, limit: 10 })).entries).toMatchObject([{ id: entry.id }])
    expect(await inbox.count({ registration, phone })).toMatchObject({ done: 1 })
  }
  const { rows } = await sql(
    url,
    `EXPLAIN SELECT e.id FROM merchant.entries e WHERE e.registration = 'default'
      AND ${ofPhone('merchant', "'default'", "'one'")} ORDER BY e.registration DESC, e.seq DESC LIMIT 50`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/entries_phone/)
  expect(plan).toMatch(/entries_other_phone/)
  expect(plan).not.toMatch(/Seq Scan/)
})
