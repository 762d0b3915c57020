import { describe, expect, it } from 'vitest'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { dead, done, entryOf, rejectedOf } from '../../../src/testing/store-suite/samples.ts'
import { claimOne, listed, workOne } from '../../../src/testing/store-suite/working.ts'
import { openMemory } from './opened.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE', statusCode: 503 }

describe('what the memory store keeps of entries is bounded', () => {
  it('keeps as many finished entries as it may: those that were finished first go', async () => {
    const { inbox } = openMemory({ finished: 3 })
    const entries = Array.from({ length: 5 }, () => entryOf())
    for (const entry of entries) await workOne(inbox, entry)
    expect(await listed(inbox)).toEqual(idsOf(entries.slice(2)).toReversed())
    await inbox.accept(rejectedOf({ id: 'unread' }), false)
    expect(await listed(inbox)).toEqual(['unread', ...idsOf(entries.slice(3)).toReversed()])
  })

  it('knows what it no longer keeps by its identity', async () => {
    const { inbox } = openMemory({ finished: 1 })
    const [first, second] = [entryOf(), entryOf()]
    await workOne(inbox, first)
    await workOne(inbox, second)
    expect(await inbox.accept(first, true)).toEqual({ status: 'repeated', id: first.id, state: undefined })
  })

  it.each([
    ['was not confirmed', { state: 'rejected', reason: 'the service has no record of it' } as const],
    ['failed', dead()],
  ])('takes what %s as new when it has no room for it any more: it was not handled', async (_, settlement) => {
    const { inbox } = openMemory({ finished: 1 })
    const entry = entryOf()
    await workOne(inbox, entry, settlement)
    await inbox.accept(rejectedOf(), false)
    expect(await inbox.get('default', entry.id)).toBeUndefined()
    await workOne(inbox, entry)
    await inbox.accept(rejectedOf(), false)
    expect(await inbox.accept(entry, false)).toEqual({ status: 'repeated', id: entry.id, state: undefined })
  })

  it('knows what was handled as a conflict of what failed', async () => {
    const { inbox } = openMemory({ finished: 1 })
    const entry = entryOf()
    const other = { ...entry, id: `${entry.id}-2`, fingerprint: '9.00' }
    await workOne(inbox, entry, dead())
    await workOne(inbox, other)
    await inbox.accept(rejectedOf(), false)
    expect(await inbox.accept(other, false)).toMatchObject({ status: 'repeated', state: undefined })
  })

  it('knows what contradicts an entry that gave way, for as long as it keeps what contradicts it', async () => {
    const { inbox } = openMemory({ finished: 2, identities: 2 })
    const entry = entryOf()
    const other = { ...entry, fingerprint: '9.00', lane: 'checkout:other' }
    await workOne(inbox, entry)
    await inbox.accept(other, false)
    const contradicting = await claimOne(inbox)
    await workOne(inbox, entryOf())
    await inbox.settle(contradicting, done())
    expect(await inbox.get('default', entry.id)).toBeUndefined()
    expect(await inbox.accept(entry, false)).toEqual({ status: 'repeated', id: entry.id, state: undefined })
    expect(await inbox.accept(other, false)).toMatchObject({ status: 'repeated', state: 'done', isConflict: true })
  })

  it('leaves the identity of a newer entry alone when the older one has no room', async () => {
    const { inbox } = openMemory({ finished: 2, identities: 1 })
    const entry = entryOf()
    await workOne(inbox, entry, dead())
    await workOne(inbox, entryOf())
    const newer = { ...entry, id: `${entry.id}-2` }
    await workOne(inbox, newer)
    expect(await inbox.get('default', entry.id)).toBeUndefined()
    expect(await inbox.accept(newer, false)).toMatchObject({ status: 'repeated', state: 'done' })
  })

  it('takes no entry for another whose identity is its id', async () => {
    const { inbox } = openMemory()
    const first = entryOf({ identity: 'checkout:of-the-first|paid' })
    const second = entryOf({ identity: first.id, fingerprint: '9.00' })
    await workOne(inbox, first)
    await workOne(inbox, second)
    expect(await inbox.accept(first, false)).toEqual({ status: 'repeated', id: first.id, state: 'done' })
    expect(await inbox.accept(second, false)).toEqual({ status: 'repeated', id: second.id, state: 'done' })
  })

  it('keeps 10,000 finished entries and identities unless told otherwise', async () => {
    const { inbox } = openMemory()
    const entries = Array.from({ length: 10_001 }, () => entryOf())
    for (const entry of entries) await handle(inbox, entry)
    expect(await inbox.count({ registration: 'default' })).toMatchObject({ done: 10_000 })
    const [first, second] = entries
    expect(await inbox.accept(second ?? entryOf(), false)).toMatchObject({ status: 'repeated' })
    expect(await inbox.accept(first ?? entryOf(), false)).toEqual({ status: 'accepted' })
  })

  it('forgets the identities that were finished first, and never one of an entry that waits', async () => {
    const { inbox } = openMemory({ identities: 2 })
    const waiting = entryOf()
    const finished = [entryOf(), entryOf(), entryOf()]
    await inbox.accept(waiting, false)
    for (const entry of finished) await handle(inbox, entry)
    const statuses = []
    for (const entry of [waiting, ...finished])
      statuses.push((await inbox.accept({ ...entry, id: `${entry.id}-2` }, false)).status)
    expect(statuses).toEqual(['repeated', 'accepted', 'repeated', 'repeated'])
  })

  it('knows as many conflicts of one identity as it may; one that has no room is known by its entry', async () => {
    const { inbox } = openMemory({ identities: 1, finished: 1 })
    const first = entryOf()
    const [second, third] = ['8.00', '9.00'].map((fingerprint) => ({ ...first, fingerprint, lane: fingerprint }))
    await inbox.accept(first, false)
    for (const entry of [second, third]) {
      if (entry === undefined) continue
      await handle(inbox, entry)
      expect(await inbox.accept(entry, false)).toMatchObject({ status: 'repeated', state: 'done' })
    }
    await handle(inbox, entryOf())
    expect(await inbox.accept(second ?? first, false)).toMatchObject({ status: 'repeated', state: undefined })
    expect(await inbox.accept(third ?? first, false)).toMatchObject({ status: 'conflict' })
  })

  it('counts conflicts among identities, and forgets them with their own', async () => {
    const { inbox } = openMemory({ identities: 3 })
    const first = entryOf()
    await handle(inbox, first)
    await handle(inbox, { ...first, fingerprint: '9.00' })
    const others = [entryOf(), entryOf()]
    for (const entry of others) await handle(inbox, entry)
    for (const entry of others) expect(await inbox.accept(entry, false)).toMatchObject({ status: 'repeated' })
    expect(await inbox.accept({ ...first, id: 'new', fingerprint: '9.00' }, false)).toEqual({ status: 'accepted' })
  })

  it('refuses what has no room among entries that wait, and takes it when there is room again', async () => {
    const { inbox } = openMemory({ unfinished: 2 })
    const [first, second, third] = [entryOf(), entryOf(), entryOf()]
    await inbox.accept(first, false)
    const { claim } = await claimed(inbox, second)
    await expect(inbox.accept(third, true)).rejects.toMatchObject(unavailable)
    expect(await inbox.accept(first, false)).toMatchObject({ status: 'repeated' })
    expect(await inbox.get('default', third.id)).toBeUndefined()
    await inbox.settle(claim, done())
    expect(await inbox.accept(third, false)).toEqual({ status: 'accepted' })
  })

  it('refuses conflicts that have no room too', async () => {
    const { inbox } = openMemory({ unfinished: 1 })
    const first = entryOf()
    await inbox.accept(first, false)
    await expect(inbox.accept({ ...first, fingerprint: '9.00' }, false)).rejects.toMatchObject(unavailable)
  })

  it('refuses bytes that have no room among those that wait', async () => {
    const { inbox } = openMemory({ bytes: 100 })
    const { claim } = await claimed(inbox, entryOf({ payload: new Uint8Array(60) }))
    const entry = entryOf({ payload: new Uint8Array(41) })
    await expect(inbox.accept(entry, false)).rejects.toMatchObject(unavailable)
    await inbox.settle(claim, done())
    expect(await inbox.accept(entry, false)).toEqual({ status: 'accepted' })
  })

  it('keeps as many bytes of finished entries as it may', async () => {
    const { inbox } = openMemory({ bytes: 100 })
    const entries = Array.from({ length: 4 }, () => entryOf({ payload: new Uint8Array(40) }))
    for (const entry of entries) await workOne(inbox, entry)
    expect(await listed(inbox)).toEqual(idsOf(entries.slice(2)).toReversed())
  })

  it('counts the bytes of what is asked for again as waiting', async () => {
    const { inbox } = openMemory({ bytes: 100 })
    const entry = entryOf({ payload: new Uint8Array(60) })
    await workOne(inbox, entry)
    await inbox.replay('default', entry.id)
    await expect(inbox.accept(entryOf({ payload: new Uint8Array(60) }), false)).rejects.toMatchObject(unavailable)
  })
})

/** Takes an entry in, claims it with that and settles it, as a process that keeps nothing does. */
async function handle(inbox: InboxStore, entry: ReturnType<typeof entryOf>): Promise<void> {
  const { claim } = await claimed(inbox, entry)
  await inbox.settle(claim, done())
}

async function claimed(inbox: InboxStore, entry: ReturnType<typeof entryOf>) {
  const acceptance = await inbox.accept(entry, true)
  if (acceptance.status === 'repeated' || acceptance.claim === undefined) throw new Error('it was not claimed')
  return { claim: acceptance.claim }
}

function idsOf(entries: readonly { readonly id: string }[]): readonly string[] {
  return entries.map(({ id }) => id)
}
