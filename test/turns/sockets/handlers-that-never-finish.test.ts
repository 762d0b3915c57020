import { expect, it } from 'vitest'
import { call } from './callers.ts'
import { percentile } from './percentile.ts'
import { replyOf } from './post.ts'
import { serve } from './serve.ts'

const count = 2_000
const budget = 1_500

// A timer may come up to a millisecond early by the finer clock.
const rounding = 2

it('2,000 turns at once whose handlers never finish are all answered with valid JSON, none before its budget', async () => {
  const { port, took, app } = await serve({ budget, ussd: () => new Promise(() => undefined) })
  const pushes = Array.from({ length: count }, (_, index) => ({ SessionId: `session ${index}`, Type: 'Initiation' }))
  const [answers = []] = await call({ port, rounds: [pushes], connections: count })

  expect(answers).toHaveLength(count)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => JSON.stringify(replyOf(answer))))).toEqual(
    new Set(['{"Type":"Response","Message":"Please wait, we are working on it. Reply 1 to check."}']),
  )
  expect(Math.min(...took)).toBeGreaterThanOrEqual(budget - rounding)
  expect(Math.min(...answers.map(({ ms }) => ms))).toBeGreaterThanOrEqual(budget - rounding)
  expect(app.merchant.counts.ussd).toEqual({ waiting: count })

  const figures = (values: readonly number[]) =>
    `p50 ${Math.round(percentile(values, 0.5))}, p99 ${Math.round(percentile(values, 0.99))}, most ${Math.round(Math.max(...values))}`
  console.info(`${count} turns, budget ${budget} ms. Server clock: ${figures(took)} ms`)
  console.info(`Client clock, connecting included: ${figures(answers.map(({ ms }) => ms))} ms`)
})
