import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { inboxOf, instead, registration, report } from './entries.ts'

/** Entries that contradict another, as somebody saw them, of which 'a' is replayed since: its handler fails. */
async function withOneChanged() {
  const kept = inboxOf()
  for (const id of ['a', 'b']) await kept.store.accept(report(id), false)
  for (let number = 0; number < 2; number += 1) await endNext(kept.store, 1, ['contradicted'])
  const seen = (await kept.inbox.list({ needsReview: true })).entries.toReversed()
  const change = async () => {
    await kept.inbox.replay('a', { by: 'Kofi' })
    await endNext(kept.store, 2, ['contradicted', 'unhandled'])
  }
  return { ...kept, seen, change }
}

async function endNext(store: InboxStore, number: number, review: readonly string[]): Promise<void> {
  const [claim] = await store.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number, startedAt: 0, ms: 1, error: 'closed', replay: number > 1 }
  await store.settle(claim, { state: 'dead', attempt, review })
}

it('is left out of many that are settled where it has another reason since, and counted', async () => {
  const { inbox, seen, change } = await withOneChanged()
  await change()
  expect(await inbox.settleSeen(seen, { by: 'Ama' })).toEqual({ done: 1, skipped: 1, total: 2 })
  expect((await inbox.list({ needsReview: true })).entries).toMatchObject([{ id: 'a', state: 'dead' }])
})

it('is left out where it was tried again since, for the same reasons', async () => {
  const { inbox, store, seen } = await withOneChanged()
  await inbox.replay('a')
  await endNext(store, 2, ['contradicted'])
  expect(await inbox.settleSeen(seen, { by: 'Ama' })).toEqual({ done: 1, skipped: 1, total: 2 })
})

it('is left out where it needed no review when it was seen', async () => {
  const { inbox, store, seen } = await withOneChanged()
  await store.accept(report('c'), false)
  await endNext(store, 1, [])
  const [c] = (await inbox.list({ limit: 1 })).entries
  if (c === undefined) throw new Error('there is no entry')
  await inbox.replay('c')
  await endNext(store, 1, ['unhandled'])
  expect(await inbox.settleSeen([...seen, c], { by: 'Ama' })).toEqual({ done: 2, skipped: 1, total: 3 })
})

it('is settled whatever its reasons are where none were seen', async () => {
  const { inbox, seen, change } = await withOneChanged()
  await change()
  const bare = seen.map(({ id, lane, state, attempts }) => ({ id, lane, state, attempts }))
  const last = bare.map((entry) => (entry.id === 'a' ? { ...entry, attempts: [{ number: 2 }] } : entry))
  expect(await inbox.settleSeen(last, { by: 'Ama' })).toEqual({ done: 2, skipped: 0, total: 2 })
})

it('alone it is refused, without a line on the trail', async () => {
  const { inbox, seen, change, trail } = await withOneChanged()
  await change()
  await expect(inbox.settleReview('a', { by: 'Ama', seen: seen[0] })).rejects.toMatchObject({
    code: 'FMW_ENTRY_CHANGED',
    statusCode: 409,
    message: expect.stringMatching(/It is to be looked at for contradicted, unhandled now, after 2 attempts\./),
  })
  expect((await trail.list()).lines).toMatchObject([{ act: 'replay' }])
  await inbox.settleReview('b', { by: 'Ama', seen: seen[1] })
  expect(await inbox.get('b')).toMatchObject({ review: { settledBy: 'Ama' } })
})

it('alone it is refused where it changes in the moment before, and the trail says so', async () => {
  const { store, seen, change, trail } = await withOneChanged()
  const look = instead(store, {
    settleReview: async (...asked) => {
      await change()
      return store.settleReview(...asked)
    },
  })
  const inbox = new Inbox({ look, trail, registration })
  await expect(inbox.settleReview('a', { by: 'Ama', seen: seen[0] })).rejects.toMatchObject({
    code: 'FMW_ENTRY_CHANGED',
  })
  expect((await trail.list({ limit: 1 })).lines).toMatchObject([{ act: 'refused', by: 'Ama', entry: 'a' }])
  expect((await inbox.list({ needsReview: true })).entries).toMatchObject([{ id: 'b' }, { id: 'a' }])
})
