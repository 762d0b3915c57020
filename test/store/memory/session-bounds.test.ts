import { describe, expect, it } from 'vitest'
import {
  closingOf,
  lateOf,
  newSession,
  noteOf,
  openingOf,
  waitingOf,
} from '../../../src/testing/store-suite/sample-turns.ts'
import { answer, run, statusOf } from '../../../src/testing/store-suite/turning.ts'
import { openMemory } from './opened.ts'

describe('what the memory store keeps of sessions is bounded', () => {
  it('keeps as many as it may: the one that was not used longest goes', async () => {
    const { turns } = openMemory({ sessions: 2 })
    const [first, second, third] = [newSession(), newSession(), newSession()]
    await answer(turns, openingOf(first, 1))
    await answer(turns, openingOf(second, 1))
    await answer(turns, openingOf(first, 2))
    await answer(turns, openingOf(third, 1))
    expect(await statusOf(turns, openingOf(first, 2))).toBe('repeated')
    expect(await turns.get('default', second)).toEqual([])
    const { sessions } = await turns.list({ registration: 'default', limit: 10 })
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([third, first])
  })

  it('never forgets one that works; where all do, there is no room for another', async () => {
    const { turns } = openMemory({ sessions: 2 })
    const [working, late, next] = [newSession(), newSession(), newSession()]
    const [first, second] = [openingOf(working, 1), openingOf(late, 1)]
    const { fence } = await run(turns, first)
    const opened = await run(turns, second)
    await turns.close(waitingOf(second, opened.fence))
    await expect(turns.open(openingOf(next, 1))).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await expect(turns.note(noteOf(openingOf(next, 1)))).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(await turns.close(closingOf(first, fence))).toBe(true)
    expect(await statusOf(turns, openingOf(next, 1))).toBe('opened')
    expect(await turns.finish(lateOf(second, opened.fence))).toBe(true)
  })

  it('keeps one that has expired as a transcript until its place is needed', async () => {
    const { turns } = openMemory({ sessions: 1 })
    const [old, next] = [newSession(), newSession()]
    await answer(turns, openingOf(old, 1, { expiry: 50 }))
    await expect.poll(async () => turns.sweep(600_000, 10)).toBe(1)
    expect(await turns.get('default', old)).toHaveLength(1)
    await answer(turns, openingOf(next, 1))
    expect(await turns.get('default', old)).toEqual([])
  })

  it('keeps the last 64 turns of a session, of those without a sequence too', async () => {
    const { turns } = openMemory()
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
    const { turns } = openMemory()
    const id = newSession()
    const words = { sequence: null, turn: 'null|response|1' }
    await answer(turns, openingOf(id, 1, words))
    await turns.note(noteOf(openingOf(id, 2, words), { reply: '"second"', isOver: true }))
    await turns.note(noteOf(openingOf(id, 3, words), { reply: '"third"' }))
    expect(await turns.open(openingOf(id, 4, words))).toEqual({ status: 'repeated', reply: '"second"' })
  })

  it('never forgets the turn that works, however many are noted beside it', async () => {
    const { turns } = openMemory()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    for (let number = 2; number <= 100; number++) await turns.note(noteOf(openingOf(id, number)))
    expect(await statusOf(turns, openingOf(id, 1))).toBe('running')
    expect(await turns.close(closingOf(first, fence))).toBe(true)
    expect(await statusOf(turns, openingOf(id, 1))).toBe('repeated')
  })
})
