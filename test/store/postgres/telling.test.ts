import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { trace } from '../../../src/trace/moments.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { done, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()

describe('what is told to others', () => {
  it('is an entry that its process has no room for, long before they look round', async () => {
    const schema = 'told'
    const one = await opened(url, { schema })
    const other = await opened(url, { schema })
    const tickets = one.store.open({ registration: 'tickets', log: silentLog })
    onTestFinished(() => tickets.close())
    await tickets.ready
    // It knows of the other from its next sign of life on.
    await eventually('the other', async () => {
      let rings = 0
      other.inbox.onWork(() => rings++)
      await eventually('a look round', () => (rings > 0 ? true : undefined))
      const before = performance.now()
      rings = 0
      await one.inbox.accept(entryOf(), false)
      await eventually('a ring', () => (rings > 0 ? true : undefined))
      return performance.now() - before < 700 ? true : undefined
    })
  })

  it('is an entry that is handed back', async () => {
    const schema = 'handed'
    const one = await opened(url, { schema })
    const other = await opened(url, { schema })
    await one.inbox.accept(entryOf(), false)
    const [claim] = await one.inbox.claim(1)
    if (claim === undefined) throw new Error('not claimed')
    expect(await one.inbox.settle(claim, { state: 'handedBack' })).toBe(true)
    const [again] = await eventually('it', async () => {
      const claims = await other.inbox.claim(1)
      return claims.length > 0 ? claims : undefined
    })
    expect(again?.entry.id).toBe(claim.entry.id)
  })

  it('is that a session is free, and that it has ended, to who waits for it in another process', async () => {
    const schema = 'watched'
    const one = await opened(url, { schema })
    const other = await opened(url, { schema })
    const opening = turnOf('watched')
    const running = await one.turns.open(opening)
    if (running.status !== 'opened') throw new Error(running.status)
    expect(await other.turns.open({ ...opening, attempt: 'elsewhere' })).toEqual({ status: 'running', isSame: true })
    const told: string[] = []
    const unwatch = other.turns.watch(opening, (change) => told.push(change))
    // Nothing is told as long as it runs.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(told).toEqual([])
    const answer = { ...opening, reply: '{}', screen: 'Hello', source: 'handler', ms: 5, goesOn: true }
    const session = { state: null, isOver: false, masksAnswer: false, late: null }
    expect(await one.turns.close({ ...answer, fence: running.fence, session })).toBe(true)
    await eventually('word of the answer', () => (told.includes('free') ? true : undefined))
    const next = { ...opening, turn: '2|response|6', sequence: 2, attempt: 'next' }
    expect(await other.turns.open(next)).toEqual({ status: 'running', isSame: false })
    expect(await one.turns.finish({ ...opening, fence: running.fence, reply: '{"late":1}', state: undefined })).toBe(
      true,
    )
    expect(
      await eventually('the turn', async () => {
        const now = await other.turns.open(next)
        return now.status === 'opened' ? now : undefined
      }),
    ).toMatchObject({ session: { late: '{"late":1}' } })
    const { type: _type, ...ending } = opening
    await one.turns.end({ ...ending, type: 'release' })
    await eventually('word of the end', () => (told.includes('ended') ? true : undefined))
    unwatch()
    const count = told.length
    await one.turns.end({ ...ending, type: 'release' })
    expect(told).toHaveLength(count)
  })
})

describe('a watch', () => {
  it('tells what was so before it began', async () => {
    const { turns } = await opened(url, { schema: 'before' })
    const opening = turnOf('over')
    await turns.open(opening)
    await turns.end({ ...opening, type: 'release' })
    const told: Record<'unknown' | 'over', string[]> = { unknown: [], over: [] }
    const stops = [
      turns.watch({ kind: 'ussd', sessionId: 'unknown' }, (change) => told.unknown.push(change)),
      turns.watch({ kind: 'ussd', sessionId: 'over' }, (change) => told.over.push(change)),
      turns.watch({ kind: 'ussd', sessionId: 'over' }, (change) => told.over.push(change)),
    ]
    await eventually('both', () => (told.unknown.length > 0 && told.over.length > 1 ? true : undefined))
    expect(new Set(told.unknown)).toEqual(new Set(['free']))
    expect(new Set(told.over)).toEqual(new Set(['ended']))
    for (const stop of stops) stop()
  })
})

describe('a group of notifications', () => {
  it('tells of its commit, before it and after it, to who listens', async () => {
    const schema = 'traced'
    const { inbox, health } = await opened(url, { schema })
    const moments: unknown[] = []
    const counted = () => sql(url, `SELECT count(*)::int AS n FROM ${schema}.entries`).then(({ rows }) => rows[0].n)
    const pending: Promise<unknown>[] = []
    const onCommitting = (message: unknown) => {
      pending.push(counted().then((n) => moments.push({ committing: message, n })))
    }
    const onCommitted = (message: unknown) => void moments.push({ committed: message })
    trace.committing.subscribe(onCommitting)
    trace.committed.subscribe(onCommitted)
    const entries = [entryOf(), entryOf()]
    const before = health().commits
    await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    expect(health().commits).toBe(before + 1)
    await expect(inbox.accept(entryOf({ receivedAt: Number.NaN }), false)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
    })
    trace.committing.unsubscribe(onCommitting)
    trace.committed.unsubscribe(onCommitted)
    await Promise.all(pending)
    const ids = entries.map(({ id }) => id)
    expect(moments).toContainEqual({ committed: { ids } })
    expect(moments).toContainEqual({ committing: { ids }, n: expect.any(Number) })
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    const [claim] = await inbox.claim(1)
    expect(claim && (await inbox.settle(claim, done))).toBe(true)
  })
})
