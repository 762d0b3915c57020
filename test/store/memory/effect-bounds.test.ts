import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { againBy, effectOf, markOf, turnOf } from '../../../src/testing/store-suite/sample-effects.ts'
import { newSession, openingOf, waitingOf } from '../../../src/testing/store-suite/sample-turns.ts'
import { answer, run, stateUnder, statusOf } from '../../../src/testing/store-suite/turning.ts'
import { openMemory } from './opened.ts'

describe('what the memory store keeps of effects and marks is bounded', () => {
  it('keeps as many effects as it may: the one that was begun first goes, but never one that runs', async () => {
    const { turns } = openMemory({ effects: 2 })
    const [running, first, second, third] = [effectOf(), effectOf(), effectOf(), effectOf()]
    await turns.begin(running)
    for (const effect of [first, second, third]) {
      expect(await turns.begin(effect)).toEqual({ status: 'begun' })
      await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '1' })
    }
    expect(await turns.begin(againBy(third))).toEqual({ status: 'concluded', outcome: '1' })
    expect(await turns.begin(againBy(running))).toEqual({ status: 'running' })
    expect(await turns.begin(againBy(first))).toEqual({ status: 'begun' })
  })

  it('begins no other where all that it may keep run, and commits nothing for it', async () => {
    const { turns } = openMemory({ effects: 1 })
    const running = effectOf()
    await turns.begin(running)
    const opening = openingOf(newSession(), 1)
    const { fence } = await run(turns, opening)
    const refused = effectOf({ turn: turnOf(opening, fence, '"refused"') })
    await expect(turns.begin(refused)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('1 effects run already'),
    })
    expect((await turns.end({ ...opening, type: 'release' })).state).toBe(null)
    await turns.conclude({ key: running.key, attempt: running.attempt, outcome: null })
    expect(await turns.begin(againBy(refused, { turn: null }))).toEqual({ status: 'begun' })
  })

  it('keeps as many marks as sessions: the one that was written first goes', async () => {
    const { turns } = openMemory({ sessions: 2 })
    const marks = [markOf(), markOf(), markOf()]
    for (const resume of marks) await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '1' } })
    const states = await Promise.all(marks.map(({ key }) => stateUnder(turns, key)))
    expect(states).toEqual([null, '1', '1'])
  })

  it('begins the time of a session anew with an effect', async () => {
    const clock = manualClock()
    const { turns } = openMemory({ clock })
    const opening = openingOf(newSession(), 1, { expiry: 90_000 })
    const { fence } = await run(turns, opening)
    await turns.close(waitingOf(opening, fence))
    clock.advance(60_000)
    await turns.begin(effectOf({ turn: turnOf(opening, fence, '1') }))
    clock.advance(60_000)
    expect(await statusOf(turns, openingOf(opening.sessionId, 2))).toBe('running beside')
  })
})
