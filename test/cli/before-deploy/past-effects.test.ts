import { expect, it } from 'vitest'
import { PastEffects } from '../../../src/cli/before-deploy/past-effects.ts'
import { sessionMark, writeTried } from '../../../src/store/effects/kept-outcome.ts'
import type { PersonEffect } from '../../../src/store/people/person.ts'

const start = Date.UTC(2026, 0, 1)

/** @param turns when the pushes of the session came, ms after its start */
async function resultsOf(effects: readonly PersonEffect[], ...turns: readonly number[]) {
  const look = { phoneKey: async () => 'phone', person: async () => ({ sessions: [], effects }) }
  const turn = { sequence: 1, type: 'response', entered: '1', screen: '2', source: 'handler', ms: 1, isFallback: false }
  const found = await new PastEffects(look, 'default').of({
    ...{ kind: 'ussd', sessionId: 'session-1', phone: '+233...000', turns: turns.length, isOver: true, fallbacks: 0 },
    startedAt: new Date(start),
    lastAt: new Date(start),
    transcript: turns.map((ms) => ({ ...turn, at: new Date(start + ms) })),
  })
  return found.map(({ outcome }) => JSON.parse(outcome).a)
}

/** @param at of its turn, ms after the start */
function resultOf(value: number, at: number, until: number, sessionId = 'session-1'): PersonEffect {
  const outcome = writeTried({ outcome: { a: value } }, { session: sessionMark('ussd', sessionId), at: start + at })
  return { ref: `${value}`, name: 'order', whose: 'phone', outcome, until }
}

it('results come in the order of their turns, and within a turn in that in which the store kept them', async () => {
  const kept = [resultOf(3, 2, 1), resultOf(2, 1, 9), resultOf(1, 1, 8), resultOf(4, 1, 5, 'another')]
  expect(await resultsOf(kept, 0, 1, 2)).toEqual([1, 2, 3])
})

it.each([
  ['two of a turn were kept at once', [resultOf(1, 1, 8), resultOf(2, 1, 8)], [0, 1]],
  ['two turns came at once', [resultOf(1, 1, 8)], [0, 1, 1]],
  ['one is of a turn that is not there', [resultOf(1, 1, 8), resultOf(2, 2, 9)], [0, 1]],
])('there are none where %s', async (_name, kept, turns) => {
  expect(await resultsOf(kept, ...turns)).toEqual([])
})

it('a result without a turn is of no session', async () => {
  const old = { ...resultOf(1, 1, 8), outcome: writeTried({ outcome: { a: 1 } }) }
  expect(await resultsOf([old, resultOf(2, 1, 9)], 0, 1)).toEqual([2])
})
