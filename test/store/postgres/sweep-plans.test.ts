import { expect, it } from 'vitest'
import { sweepInbox } from '../../../src/store/postgres/inbox/sweep.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'
import { attemptOf, entryOf } from './samples.ts'

// The server chooses how it goes through rows, and under this plan it asks for "the next three" again and again.
const again = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'].map((way) => `-c enable_${way}=off`)

it('however the server goes through its rows, no more are forgotten at once than were asked for', async () => {
  const url = new URL(await freshDatabase())
  url.searchParams.set('options', again.join(' '))
  const { inbox, turns } = await opened(url.href)
  for (let count = 0; count < 9; count++) {
    await inbox.accept(entryOf({ state: 'rejected', reason: 'no JSON' }), false)
    const entry = entryOf({ identityFor: 1 })
    await inbox.accept(entry, false)
    for (const claim of await inbox.claim(9)) await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
    await turns.begin({ key: `order-${count}`, attempt: 'a', within: 1, turn: null, left: null })
    await turns.conclude({ key: `order-${count}`, attempt: 'a', outcome: '1' })
  }
  const day = 86_400_000
  const swept: number[] = []
  const sweeps = [
    () => inbox.sweep({ entries: day, identities: day, rejected: 2 }, 3),
    () => inbox.sweep({ entries: day, identities: 0, rejected: 2 }, 3),
    () => turns.sweep(day, 3),
  ]
  for (const sweep of sweeps) {
    for (let count = await sweep(); count > 0; count = await sweep()) swept.push(count)
  }
  expect(Math.max(...swept)).toBe(3)
  expect((await inbox.list({ registration: 'default', limit: 100, states: ['rejected'] })).entries).toHaveLength(2)
})

it('identities past their time are found among many that are not, also where new ones took the place of those that went', async () => {
  const url = await freshDatabase()
  await opened(url)
  const day = 86_400_000
  const month = { entries: 30 * day, identities: 30 * day, rejected: 10 }
  await sql(url, `${identities} now() - interval '40 days' + number * interval '1 minute' ${upTo} 20000) AS number`)
  await sql(url, `DELETE FROM merchant.identities WHERE accepted_at <= now() - interval '30 days'`)
  await sql(url, 'VACUUM ANALYZE merchant.identities')
  await sql(url, `${identities} now() - number * interval '1 second' ${upTo} 15000) AS number`)
  await sql(url, 'VACUUM ANALYZE merchant.identities')
  const sweep = (most: number) =>
    rowsRead(url, 'force_custom_plan', (ask) => sweepInbox(ask, '"merchant"', 'default', month, most, 2 ** 30))
  expect(await sweep(500)).toBeLessThan(100)
  await sql(url, `UPDATE merchant.identities SET accepted_at = now() - interval '31 days' WHERE id = 'number 7'`)
  expect(await sweep(500)).toBeLessThan(100)
  expect((await sql(url, `SELECT FROM merchant.identities WHERE id = 'number 7'`)).rowCount).toBe(0)
})

const identities = `INSERT INTO merchant.identities (key, registration, id, entry, fingerprint, accepted_at)
  SELECT gen_random_uuid(), 'default', 'number ' || number, gen_random_uuid(), gen_random_uuid(),`
const upTo = 'FROM generate_series(1,'
