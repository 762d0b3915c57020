import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import type { Judgement } from '../../../src/conversation/judging/judgement.ts'
import { phone } from '../../../src/testing/index.ts'
import { deeds } from '../fuzz/deeds.ts'
import { Performance } from '../fuzz/perform.ts'
import { type Plan, type PlannedStep, plans } from '../fuzz/plan.ts'
import { firstOf, step } from '../fuzz/play.ts'
import { keptWorld } from '../world.ts'
import { judgeIn, seenBy } from './judged.ts'

const isSteady = (steps: readonly PlannedStep[]): boolean =>
  steps.every((one) => {
    if (one.do === 'sub') return isSteady(one.steps)
    if (one.do === 'confirm') return isSteady(one.otherwise)
    return one.do !== 'change'
  })

it('holds every session of every script against the same script, after each answer, and reads what its subscriber reads', async () => {
  let performance: Performance | undefined
  let open: { readonly state: string; readonly screen: string } | undefined
  const through = seenBy(({ session: { state, isOver }, screen, source }) => {
    open = typeof state === 'string' && !isOver && source === 'handler' ? { state, screen } : undefined
  })
  const { app } = await keptWorld().start(
    async (talk) => {
      if (performance === undefined) throw new Error('Nothing is held')
      return performance.perform(talk)
    },
    // What takes too long under a clock that is moved by hand would never be answered.
    { talk: { rehearse: false }, country: 'GH', through, clock: systemClock },
  )
  await app.ready()
  const judge = judgeIn(app)
  let callers = 0
  const judged = new Map<string, number>()
  const holds = async (plan: Plan, all: Parameters<typeof firstOf>[0][]) => {
    performance = new Performance(plan)
    callers += 1
    const caller = phone(app, { mobile: `+2330000${String(callers).padStart(5, '0')}` })
    let isOpen = false
    for (const deed of all) {
      const shown = await step(caller, isOpen ? deed : firstOf(deed), {
        isText: true,
        kind: 'ussd',
        code: '713',
        good: performance.good,
      })
      isOpen = shown.type === 'response' && deed.do !== 'leave'
      if (open === undefined || !isOpen) continue
      const done = performance.effects.size
      const found: Judgement = await judge({
        sessionId: 'any',
        phone: callers % 2 === 0 ? '+233...000' : 'user...7',
        ...open,
      })
      const known = found.verdict === 'holds' ? `${found.readsTheSame}` : found.verdict
      judged.set(known, (judged.get(known) ?? 0) + 1)
      expect({ ...found, readsTheSame: undefined }).toEqual({ verdict: 'holds', at: expect.anything() })
      expect(known).not.toBe('false')
      expect(performance.effects.size).toBe(done)
    }
  }
  const steady = plans.filter(({ steps, ending }) => isSteady(steps) && ending.do !== 'throw')
  await fc.assert(
    fc.asyncProperty(steady, deeds, (plan, all) => holds(plan, [...all])),
    { numRuns: 25, endOnFailure: true },
  )
  expect(judged.get('true')).toBeGreaterThan(50)
  // Sensitive screens are kept masked.
  expect(judged.get('undefined')).toBeGreaterThan(5)
})
