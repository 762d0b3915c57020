import { expect, it } from 'vitest'
import type { Claim, InboxStore } from '../../../src/store/inbox-store.ts'
import { freshDatabase, opened, sql } from './bench.ts'
import { entryOf } from './samples.ts'

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
