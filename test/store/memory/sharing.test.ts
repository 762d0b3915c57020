import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
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
})
