import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { entryOf } from '../../../src/testing/store-suite/sample-entries.ts'
import { newSession, openingOf } from '../../../src/testing/store-suite/sample-turns.ts'
import { statusOf } from '../../../src/testing/store-suite/turning.ts'
import { openMemory } from './opened.ts'

const user = { registration: 'default', log: console }

describe('a memory store that several share', () => {
  it('is empty again when the last of them has closed', async () => {
    const store = memoryStore()
    const [one, other] = [store.open(user), store.open({ ...user, registration: 'tickets' })]
    const entry = entryOf()
    await one.inbox.accept(entry, false)
    await one.close()
    expect(await other.inbox.get('default', entry.id)).toBeDefined()
    await other.close()
    await other.close()
    const again = store.open(user)
    expect(await again.inbox.get('default', entry.id)).toBeUndefined()
    await again.close()
  })

  it('shows one registration what another has', async () => {
    const store = memoryStore()
    const [one, other] = [store.open(user), store.open({ ...user, registration: 'tickets' })]
    const entry = entryOf()
    await one.inbox.accept(entry, false)
    expect((await other.inbox.list({ registration: 'default', limit: 1 })).entries).toHaveLength(1)
    await Promise.all([one.close(), other.close()])
  })

  it('tells nobody who has closed, and takes no listener of theirs', async () => {
    const store = memoryStore()
    const [one, other] = [store.open(user), store.open(user)]
    const told: string[] = []
    one.inbox.onWork(() => told.push('one'))
    other.inbox.onWork(() => told.push('other'))
    await one.close()
    one.inbox.onWork(() => told.push('one again'))
    await other.inbox.accept(entryOf(), false)
    await expect.poll(() => told).toContain('other')
    expect(told).not.toContain('one')
    expect(told).not.toContain('one again')
    await other.close()
  })

  it('is well while it is open, and says why it is not afterwards', async () => {
    const opened = openMemory()
    expect(opened.health()).toEqual({ ok: true, waiting: 0, commits: 0 })
    await opened.close()
    expect(opened.health()).toEqual({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
  })

  it('lets one settle what another claimed, and takes nothing back from it when that one closes', async () => {
    const store = memoryStore()
    const [one, other] = [store.open(user), store.open(user)]
    const entry = entryOf()
    await one.inbox.accept(entry, false)
    const [claim] = await one.inbox.claim(1)
    if (claim === undefined) throw new Error('nothing was claimed')
    await other.inbox.settle(claim, { state: 'handedBack' })
    await other.inbox.claim(1)
    await one.close()
    expect((await other.inbox.get('default', entry.id))?.state).toBe('running')
    await other.close()
  })

  it('answers a turn that was lost only when the one that runs has ended', async () => {
    const store = memoryStore()
    const [one, other] = [store.open(user), store.open(user)]
    const id = newSession()
    await one.turns.open(openingOf(id, 1))
    await one.close()
    expect(await statusOf(other.turns, openingOf(id, 2))).toBe('opened')
    expect(await statusOf(other.turns, openingOf(id, 1))).toBe('running beside')
    await other.close()
  })

  it('tells whoever watches a session in which nothing runs that it is free, unless they stop before', async () => {
    const { turns } = openMemory()
    const session = { kind: 'ussd', sessionId: newSession() } as const
    const told: string[] = []
    const stop = turns.watch(session, (change) => told.push(`stopped ${change}`))
    stop()
    stop()
    turns.watch(session, (change) => told.push(change))
    await expect.poll(() => told).toEqual(['free'])
  })

  it('tells whoever watches a session that was fenced that it has ended', async () => {
    const { turns } = openMemory()
    const opening = openingOf(newSession(), 1)
    const { sessionId, kind, at, phone, phoneKey, expiry } = opening
    await statusOf(turns, opening)
    await turns.end({ kind, sessionId, at, phone, phoneKey, expiry, type: 'release', sequence: 2 })
    const told: string[] = []
    turns.watch(opening, (change) => told.push(change))
    await expect.poll(() => told).toEqual(['ended'])
  })
})
