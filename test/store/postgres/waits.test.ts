import { expect, it } from 'vitest'
import type { Claim, InboxStore } from '../../../src/store/inbox-store.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()
const reason = 'no answer yet'

async function claimOne(inbox: InboxStore): Promise<Claim> {
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  return claim
}

/** The row of the only entry: `xmin` is another after each write. */
async function rowOf(schema: string): Promise<{ readonly reason: string | null; readonly xmin: string }> {
  const { rows } = await sql(url, `SELECT reason, xmin::text FROM ${schema}.entries`)
  return { reason: rows[0]?.reason, xmin: rows[0]?.xmin }
}

it('an entry that is put off for the same reason again is not written again', async () => {
  const schema = 'again'
  const { inbox } = await opened(url, { schema })
  await inbox.accept(entryOf(), false)
  await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason })
  const first = await rowOf(schema)
  expect(first.reason).toBe(reason)
  await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason })
  await inbox.settle(await claimOne(inbox), { state: 'handedBack' })
  expect(await rowOf(schema)).toEqual(first)
  await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason: 'refused' })
  expect((await rowOf(schema)).reason).toBe('refused')
})

it('what is settled otherwise never asks for the function of reasons', async () => {
  const schema = 'without'
  const { inbox } = await opened(url, { schema })
  await sql(url, `DROP FUNCTION ${schema}.settle_3`)
  await inbox.accept(entryOf(), false)
  expect(await inbox.settle(await claimOne(inbox), { state: 'handedBack' })).toBe(true)
  expect(await inbox.settle(await claimOne(inbox), { state: 'done', attempt: attemptOf(1) })).toBe(true)
})

it('an older process beside it ends the entry, and the reason with it', async () => {
  const schema = 'beside'
  const { inbox } = await opened(url, { schema })
  const entry = entryOf()
  await inbox.accept(entry, false)
  await inbox.settle(await claimOne(inbox), { state: 'handedBack', reason })
  const { fence } = await claimOne(inbox)
  const { rows } = await sql(
    url,
    `SELECT s.held::text FROM ${schema}.active a CROSS JOIN LATERAL ${schema}.settle_1('default', ARRAY[a.lane_key],
      ARRAY[a.lane_key], ARRAY[a.seq], ARRAY[a.fence], ARRAY['done'], ARRAY[0::bigint], ARRAY[NULL::text],
      ARRAY[NULL::text], '{}') s`,
  )
  expect(rows).toEqual([{ held: `{${fence}}` }])
  expect(await inbox.get('default', entry.id)).toMatchObject({ state: 'done', reason: null })
})
