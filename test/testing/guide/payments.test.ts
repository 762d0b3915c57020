import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { fixtures, replay } from '../../../src/testing/index.ts'

let settled: (string | null)[]
let app: FastifyInstance

// One for each test: a payment that was handled is known, and is not handled again.
beforeEach(async () => {
  settled = []
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    // The fixtures come unsigned, so `mayDeliver` is false for each. In your application, decide with `mayDeliver`.
    checkout: (payment) => {
      if (payment.outcome === 'paid' && payment.needsReview.length === 0) settled.push(payment.reference)
    },
  })
})
afterEach(() => app.close())

test('settles what was paid', async () => {
  const { status } = await replay(app, 'checkout/paid-camel')

  expect(status).toBe(200)
  expect(settled).toHaveLength(1)
})

test('does not settle what was cancelled under a code of success', async () => {
  const { status } = await replay(app, 'checkout/cancelled-under-success')

  expect(status).toBe(200)
  expect(settled).toEqual([])
})

test.each(fixtures('checkout'))('settles $name only if it was paid', async (fixture) => {
  const { status } = await replay(app, fixture)

  expect(status).toBe(fixture.expect.status)
  expect(settled).toHaveLength(fixture.expect.event?.outcome === 'paid' ? 1 : 0)
})
