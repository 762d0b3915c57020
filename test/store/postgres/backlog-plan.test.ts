import { expect, it } from 'vitest'
import { backlogOf } from '../../../src/store/postgres/inbox/inbox-look.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()

it('the backlog is counted without a look at what is done', async () => {
  const { inbox } = await opened(url)
  const schema = 'merchant'
  await inbox.accept(entryOf(), false)
  for (const claim of await inbox.claim(1)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await sql(
    url,
    `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, received_at, form, payload, finished_at)
    SELECT registration, gen_random_uuid(), id || number, kind, CASE WHEN number % 5000 = 0 THEN 'dead' ELSE state END,
      lane, number, received_at, form, payload, finished_at
    FROM ${schema}.entries, generate_series(1, 20000) AS number`,
  )
  await inbox.accept(entryOf(), false)
  await sql(url, `ANALYZE ${schema}.entries; ANALYZE ${schema}.active`)
  expect(await inbox.backlog('default')).toMatchObject([{ kind: 'checkout', waiting: 1, dead: 4, rejected: 0 }])
  const { rows } = await sql(url, `EXPLAIN ${backlogOf(schema).replaceAll('$1', "'default'")}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/entries_pkey/)
  expect(plan).toMatch(/entries_aside/)
  expect(plan).not.toMatch(/Seq Scan on entries/)
  // Each of what waits would be looked up from the top of the index.
  expect(plan).not.toMatch(/Nested Loop/)
})
