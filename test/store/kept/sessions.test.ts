import { describe, expect, it, onTestFinished } from 'vitest'
import type { MemoryStoreSettings } from '../../../src/store/memory-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import {
  closingOf,
  effectOf,
  newSession,
  noteOf,
  openingOf,
  turnOf,
  waitingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { answer, run, statusOf } from '../../../src/testing/store-suite/working.ts'
import { keptStore } from './kept-store.ts'

const user = { registration: 'default', log: console }

function openKept(settings: MemoryStoreSettings = {}) {
  const opened = keptStore(settings).open(user)
  onTestFinished(() => opened.close())
  return opened
}

describe('the store that tests keep sessions in', () => {
  it('keeps the last 64 turns of a session, of those without a sequence too', async () => {
    const { turns } = openKept()
    const id = newSession()
    for (let number = 1; number <= 70; number++) {
      await answer(turns, openingOf(id, number, { sequence: null, turn: `null|response|${number}` }))
    }
    const [session] = await turns.get('default', id)
    expect(session?.turns).toBe(70)
    expect(session?.transcript.map(({ entered }) => entered)).toEqual(
      Array.from({ length: 64 }, (_none, place) => `answer ${place + 7}`),
    )
    const copy = { sequence: null, turn: 'null|response|6', isCopy: true }
    expect(await statusOf(turns, openingOf(id, 6, copy))).toBe('opened')
  })

  it('notes the same words again where there is no sequence, unless the session is over', async () => {
    const { turns } = openKept()
    const id = newSession()
    const words = { sequence: null, turn: 'null|response|1' }
    await answer(turns, openingOf(id, 1, words))
    await turns.note(noteOf(openingOf(id, 2, words), { reply: '"second"', isOver: true }))
    await turns.note(noteOf(openingOf(id, 3, words), { reply: '"third"' }))
    expect(await turns.open(openingOf(id, 4, words))).toEqual({ status: 'repeated', reply: '"second"' })
  })

  it('never forgets the turn that works, however many are noted beside it', async () => {
    const { turns } = openKept()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    for (let number = 2; number <= 100; number++) await turns.note(noteOf(openingOf(id, number)))
    expect(await statusOf(turns, openingOf(id, 1))).toBe('running')
    expect(await turns.close(closingOf(first, fence))).toBe(true)
    expect(await statusOf(turns, openingOf(id, 1))).toBe('repeated')
  })

  it('answers a turn that was lost only when the one that runs has ended', async () => {
    const store = keptStore()
    const [one, other] = [store.open(user), store.open(user)]
    const id = newSession()
    await one.turns.open(openingOf(id, 1))
    await one.close()
    expect(await statusOf(other.turns, openingOf(id, 2))).toBe('opened')
    expect(await statusOf(other.turns, openingOf(id, 1))).toBe('running beside')
    await other.close()
  })

  it('tells whoever watches a session in which nothing runs that it is free, unless they stop before', async () => {
    const { turns } = openKept()
    const session = { kind: 'ussd', sessionId: newSession() } as const
    const told: string[] = []
    const stop = turns.watch(session, (change) => told.push(`stopped ${change}`))
    stop()
    stop()
    turns.watch(session, (change) => told.push(change))
    await expect.poll(() => told).toEqual(['free'])
  })

  it('tells whoever watches a session that was fenced that it has ended', async () => {
    const { turns } = openKept()
    const opening = openingOf(newSession(), 1)
    const { sessionId, kind, at, phone, phoneKey, expiry } = opening
    await statusOf(turns, opening)
    await turns.end({ kind, sessionId, at, phone, phoneKey, expiry, type: 'release', sequence: 2 })
    const told: string[] = []
    turns.watch(opening, (change) => told.push(change))
    await expect.poll(() => told).toEqual(['ended'])
  })

  it('begins the time of a session again with an effect', async () => {
    const clock = manualClock()
    const { turns } = openKept({ clock })
    const opening = openingOf(newSession(), 1, { expiry: 90_000 })
    const { fence } = await run(turns, opening)
    await turns.close(waitingOf(opening, fence))
    clock.advance(60_000)
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '1') }))
    clock.advance(60_000)
    expect(await statusOf(turns, openingOf(opening.sessionId, 2))).toBe('running beside')
  })
})
