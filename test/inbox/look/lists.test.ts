import { expect, it } from 'vitest'
import { readCountry } from '../../../src/text/countries.ts'
import { phoneKey } from '../../../src/text/phone.ts'
import { end, inboxOf, noon, rejected, report } from './entries.ts'

it('lists entries newest first, with dates that are dates', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a'), false)
  await store.accept(report('b', { receivedAt: noon + 1_000 }), false)
  await end(store, 'dead', 'no database')

  const { entries, next } = await inbox.list()
  expect(next).toBeUndefined()
  expect(entries).toMatchObject([
    { id: 'b', state: 'waiting', receivedAt: new Date(noon + 1_000), dueAt: expect.any(Date), finishedAt: null },
    { id: 'a', state: 'dead', reference: 'a', dueAt: null, finishedAt: expect.any(Date), failures: 1 },
  ])
  expect(entries[1]?.attempts).toEqual([
    { number: 1, startedAt: new Date(noon + 5), ms: 7, error: 'no database', replay: false },
  ])
})

it('keeps the bytes of entries out of lists', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a'), false)
  const [entry] = (await inbox.list()).entries
  expect(Object.keys(entry ?? {})).not.toEqual(expect.arrayContaining(['payload']))
})

it('goes on from the page before', async () => {
  const { inbox, store } = inboxOf()
  for (const id of ['a', 'b', 'c']) await store.accept(report(id), false)
  const first = await inbox.list({ limit: 2 })
  const second = await inbox.list({ limit: 2, cursor: first.next })
  expect([first, second].map(({ entries }) => entries.map(({ id }) => id))).toEqual([['c', 'b'], ['a']])
  expect(second.next).toBeUndefined()
})

it('holds fifty on a page unless it is asked for more', async () => {
  const { inbox, store } = inboxOf()
  for (let number = 0; number < 60; number++) await store.accept(report(`m${number}`), false)
  expect((await inbox.list()).entries).toHaveLength(50)
  expect((await inbox.list({ limit: 1_000 })).entries).toHaveLength(60)
})

it('goes through all pages, one entry after the other', async () => {
  const { inbox, store } = inboxOf()
  for (const id of ['a', 'b', 'c', 'd', 'e']) await store.accept(report(id), false)
  const ids: string[] = []
  for await (const { id } of inbox.all({ limit: 2 })) ids.push(id)
  expect(ids).toEqual(['e', 'd', 'c', 'b', 'a'])
})

it('finds by phone, however it is written', async () => {
  const { inbox, store } = inboxOf({ country: readCountry('GH') })
  await store.accept(report('a', { phones: [phoneKey('+233000000042')] }), false)
  await store.accept(report('b', { phones: [phoneKey('+233000000043')] }), false)
  for (const phone of ['+233000000042', '233 000 000 042', '0000000042'])
    expect((await inbox.list({ phone })).entries.map(({ id }) => id)).toEqual(['a'])
  expect(await inbox.count({ phone: '+233000000043' })).toMatchObject({ waiting: 1 })
  expect(await inbox.count({ phone: '+233000000044' })).toMatchObject({ waiting: 0 })
  await expect(inbox.list({ phone: ' ' })).rejects.toThrow(/phone must be a whole phone number/)
})

it('finds by state, kind, lane, reference and time, and counts the same', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a', { reference: 'order-1', lane: 'lane-1' }), false)
  await end(store, 'done')
  await store.accept(report('b', { kind: 'checkout', receivedAt: noon + 1_000 }), false)
  await store.accept(rejected('c', 'text', 'The body must be valid JSON'), false)
  const idsOf = async (query: Parameters<typeof inbox.list>[0]) =>
    (await inbox.list(query)).entries.map(({ id }) => id).sort()

  expect(await idsOf({ states: 'rejected' })).toEqual(['c'])
  expect(await idsOf({ states: ['waiting', 'done'] })).toEqual(['a', 'b'])
  expect(await idsOf({ kinds: 'checkout' })).toEqual(['b'])
  expect(await idsOf({ lane: 'lane-1' })).toEqual(['a'])
  expect(await idsOf({ reference: 'order-1' })).toEqual(['a'])
  expect(await idsOf({ since: new Date(noon + 1) })).toEqual(['b'])
  expect(await idsOf({ until: noon + 1 })).toEqual(['a', 'c'])
  expect(await inbox.count()).toEqual({ waiting: 1, running: 0, done: 1, dead: 0, rejected: 1 })
  expect(await inbox.count({ kinds: ['checkout'] })).toEqual({ waiting: 1, running: 0, done: 0, dead: 0, rejected: 0 })
})

it('finds those that contradict another', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a', { fingerprint: 'one' }), false)
  await store.accept(report('a', { fingerprint: 'another' }), false)
  const { entries } = await inbox.list({ conflicts: true })
  expect(entries).toMatchObject([{ conflictsWith: 'a' }])
})
