import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { EntryQuery } from '../../../src/store/inbox-store.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { realStores } from '../../store/real-stores.ts'
import { inboxOf, noon, registration, report } from './entries.ts'

const stores: readonly (readonly [name: string, make: () => () => Store])[] = [
  ['memory', () => memoryStore],
  ...realStores,
]

it.each(stores)('the first of each lane that waits or runs is listed on %s', async (_name, make) => {
  const opened = make()().open({ registration, log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  const { inbox } = opened
  const heads = async (query: Partial<EntryQuery> = {}): Promise<readonly string[]> => {
    const { entries } = await inbox.list({ registration, heads: true, limit: 10, ...query })
    return entries.map(({ id }) => id)
  }
  for (const id of ['a1', 'b1']) await inbox.accept(report(id, { lane: id.slice(0, 1) }), false)
  const [claim] = await inbox.claim(1)
  for (const id of ['a2', 'b2', 'a3']) await inbox.accept(report(id, { lane: id.slice(0, 1) }), false)
  expect(await heads()).toEqual(['b1', 'a1'])
  expect(await heads({ lane: 'a' })).toEqual(['a1'])
  expect(await heads({ lane: 'a', states: ['waiting', 'running'] })).toEqual(['a1'])
  expect(await heads({ states: ['running'] })).toEqual([claim?.entry.id])
  expect(await heads({ kinds: ['deliveryReport'] })).toEqual(['b1', 'a1'])
  expect(await heads({ kinds: ['checkout'] })).toEqual([])
  expect(await heads({ lane: 'c' })).toEqual([])
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 1, startedAt: noon, ms: 5, error: null, replay: false }
  await inbox.settle(claim, { state: 'done', attempt })
  expect(await heads()).toEqual(claim.entry.lane === 'a' ? ['a2', 'b1'] : ['b2', 'a1'])
  expect(await heads({ states: ['done'] })).toEqual([])
})

it('the first of each lane is listed for an application too', async () => {
  const { inbox, store } = inboxOf()
  for (const id of ['a1', 'a2']) await store.accept(report(id, { lane: 'a' }), false)
  expect((await inbox.list({ heads: true })).entries.map(({ id }) => id)).toEqual(['a1'])
})
