import { describe, expect, it } from 'vitest'
import { closingOf, done, entryOf, failed, laneOf, openingOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { endableThreads, fileOfTest, openStore } from './opened.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }

describe('a worker thread that dies', () => {
  it('is replaced, and what was under way may be asked again', async () => {
    const threads = endableThreads()
    const opened = await openStore(fileOfTest(), threads.start)
    const entries = Array.from({ length: 50 }, () => entryOf())
    const accepted = Promise.allSettled(entries.map((entry) => opened.inbox.accept(entry, false)))
    await new Promise(setImmediate)
    threads.end('inbox')
    for (const end of await accepted) if (end.status === 'rejected') expect(end.reason).toMatchObject(unavailable)
    await eventually('another worker', () => threads.started.filter((role) => role === 'inbox').length === 2)
    for (const entry of entries) {
      const { status } = await opened.inbox.accept(entry, false)
      expect(['accepted', 'repeated']).toContain(status)
    }
    expect((await opened.inbox.count({ registration: 'default' })).waiting).toBe(50)
    expect(opened.health().ok).toBe(true)
  })

  it('takes no claims with it', async () => {
    const threads = endableThreads()
    const opened = await openStore(fileOfTest(), threads.start)
    const [first, second, ...others] = laneOf(3)
    if (first === undefined || second === undefined) throw new Error('a lane of three')
    const acceptance = await opened.inbox.accept(first, true)
    await opened.inbox.accept(second, true)
    if (acceptance.status !== 'accepted' || acceptance.claim === undefined) throw new Error('it is the head')
    threads.end('inbox')
    // The next worker knows what is held: nobody else gets it, nor its followers.
    await eventually('another worker', async () => {
      const claims = await opened.inbox.claim(5).catch(() => undefined)
      expect(claims ?? []).toEqual([])
      return claims !== undefined
    })
    expect(await opened.inbox.settle(acceptance.claim, done())).toBe(true)
    expect((await opened.inbox.claim(5)).map(({ entry }) => entry.id)).toEqual([second.id])
    expect(others.length).toBe(1)
  })

  it('leaves it open whether a settlement was made; made again it counts once', async () => {
    const threads = endableThreads()
    const opened = await openStore(fileOfTest(), threads.start)
    for (const settlement of [done(), failed(3_600_000)]) {
      const entry = entryOf()
      const acceptance = await opened.inbox.accept(entry, true)
      if (acceptance.status !== 'accepted' || acceptance.claim === undefined) throw new Error('it is the head')
      const { claim } = acceptance
      const settled = Promise.resolve(opened.inbox.settle(claim, settlement)).catch(() => undefined)
      await new Promise(setImmediate)
      threads.end('inbox')
      if ((await settled) === undefined) {
        await eventually('the settlement', () =>
          Promise.resolve(opened.inbox.settle(claim, settlement)).catch(() => false),
        )
      }
      const kept = await opened.inbox.get('default', entry.id)
      expect(kept?.attempts.length).toBe(1)
      expect(kept?.failures).toBe(settlement.state === 'done' ? 0 : 1)
      await eventually('a worker', () =>
        opened.inbox.claim(1).then(
          () => true,
          () => false,
        ),
      )
    }
  })

  it('does not end the turns of a process that lives', async () => {
    const threads = endableThreads()
    const { turns } = await openStore(fileOfTest(), threads.start)
    const opening = openingOf('session-1', 1)
    const opened = await turns.open(opening)
    if (opened.status !== 'opened') throw new Error('it is new')
    threads.end('turns')
    const copy = { ...opening, attempt: 'another' }
    await eventually('another worker', () =>
      turns.open(copy).then(
        ({ status }) => status === 'running',
        () => false,
      ),
    )
    expect(await turns.close(closingOf(opening, opened.fence))).toBe(true)
  })

  it('answers questions again', async () => {
    const threads = endableThreads()
    const { inbox } = await openStore(fileOfTest(), threads.start)
    const entry = entryOf()
    await inbox.accept(entry, false)
    threads.end('reader')
    await eventually('another reader', () =>
      inbox.get('default', entry.id).then(
        (kept) => kept?.id === entry.id,
        () => false,
      ),
    )
  })

  it('is told of while it is away', async () => {
    const threads = endableThreads()
    const opened = await openStore(fileOfTest(), threads.start)
    threads.end('inbox')
    await eventually('word of it', () => opened.health().why === 'its worker thread has ended')
    await eventually('health', () => opened.health().ok)
  })
})
