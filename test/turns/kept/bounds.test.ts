import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { StoreWrites } from '../../../src/store/ask-store.ts'
import type { TurnOpened } from '../../../src/store/turn-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { StoredSession, StoredTurn } from '../../../src/turns/stored/stored-session.ts'
import { ussdEvent } from '../ussd-event.ts'
import { driveKept, prompt, settled } from './drive-kept.ts'
import { asObject, failingStore } from './failing-store.ts'

const busy = 'busy: release "Sorry, we are busy. Try again soon."'
const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('What is done at once here', () => {
  it('is bounded by sessions: one more is told that we are busy, without a word to the store', async () => {
    const store = failingStore()
    const { session, reports } = driveKept(() => new Promise(() => undefined), {
      maxSessions: 3,
      through: store.through,
    })
    const turns = many(4).map((id) => session(id).dial())
    await settled()

    expect(turns.map(({ isAnswered }) => isAnswered)).toEqual([false, false, false, true])
    expect(turns[3]?.screen).toBe(busy)
    expect(reports).toEqual([{ odd: 'no room for another session: every one is at work' }])
    expect(store.asked).toHaveLength(3)
  })

  it('is bounded by turns that wait in a session: 64', async () => {
    const { session, reports, clock } = driveKept(() => new Promise(() => undefined))
    const line = session('a')
    const turns = many(70).map((message) => line.send(message))
    await settled()
    expect(turns.slice(64).map(({ screen }) => screen)).toEqual(Array(6).fill(busy))
    expect(reports).toEqual(Array(6).fill({ odd: 'no room for another turn: as many as may be wait in its session' }))
    line.release()
    await settled()

    expect(turns.every(({ isAnswered }) => isAnswered)).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('is bounded by copies of a turn that wait for its answer: 256', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, reports } = driveKept(() => work.promise)
    const copies = many(260).map(() => session('a').dial())
    await settled()
    work.resolve(prompt('Welcome'))
    await settled()

    expect(copies.slice(0, 257).map(({ source }) => source)).toEqual(['handler', ...Array(256).fill('repeated')])
    expect(copies.slice(257).map(({ screen }) => screen)).toEqual(Array(3).fill(busy))
    expect(reports).toHaveLength(3)
  })

  it('is bounded in the store too: what it has no room for is told that we are busy', async () => {
    const { session, reports } = driveKept(() => prompt('Never'), {
      through: (store) => ({ ...asObject(store), open: async (): Promise<TurnOpened> => ({ status: 'busy' }) }),
    })
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe(busy)
    expect(reports).toEqual([{ odd: 'no room for another turn: as many as may be wait in its session' }])
  })

  it('is bounded by answers that the store may not have yet: 64 for each session, the oldest go', () => {
    const clock = manualClock()
    const writes = new StoreWrites({ clock, most: 10, patience: 1_000 })
    const place = { kind: 'ussd', sessionId: 'a', owner: '' } as const
    const session = new StoredSession<'ussd'>('a', place, writes, () => undefined)
    const ignore = (): void => undefined
    const turnOf = (sequence: number | null) =>
      new StoredTurn<'ussd'>(
        {
          event: ussdEvent({ sessionId: 'a', type: 'response', sequence }),
          arrivedAt: 0,
          log: silentLog,
          answer: ignore,
          refuse: ignore,
          within: ignore,
        },
        place,
        String(sequence),
      )
    for (let sequence = 0; sequence < 100; sequence++) session.remember(turnOf(sequence), prompt(`Screen ${sequence}`))
    session.remember(turnOf(null), prompt('Welcome'))
    const known = Array.from({ length: 100 }, (_, sequence) => session.answerOf(turnOf(sequence))?.message)

    expect(known.filter((message) => message !== undefined)).toHaveLength(64)
    expect(known.at(-1)).toBe('Screen 99')
    expect(session.answerOf(turnOf(null))).toBeUndefined()
  })

  it('is nothing any more once writes that nobody hears of are given up', async () => {
    const store = failingStore()
    const { session, clock, turns } = driveKept(() => prompt('Welcome'), { through: store.through, maxSessions: 50 })
    store.fail('hangs')
    for (const id of many(80)) session(id).dial()
    await settled()
    for (let second = 0; second < 300; second++) {
      clock.advance(1_000)
      if (second % 10 === 0) turns.sweep()
      await settled()
    }

    expect(turns.sessionCount).toBe(0)
    expect(clock.pending).toBe(0)
  })
})
