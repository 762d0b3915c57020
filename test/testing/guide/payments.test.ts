import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { fixtures, replay } from '../../../src/testing/index.ts'

const settled: (string | null)[] = []

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  store: memoryStore(),
  payment: (payment) => {
    if (payment.outcome === 'paid') settled.push(payment.clientReference)
  },
})
afterAll(() => app.close())

test('settles what was paid', async () => {
  const { status } = await replay(app, 'checkout/paid-camel')

  expect(status).toBe(200)
  expect(settled.splice(0)).toHaveLength(1)
})

test('does not settle what was cancelled under a code of success', async () => {
  const { status } = await replay(app, 'checkout/cancelled-under-success')

  expect(status).toBe(200)
  expect(settled).toEqual([])
})

test.each(fixtures('checkout'))('settles $name only if it was paid', async (fixture) => {
  const { status } = await replay(app, fixture)

  expect(status).toBe(fixture.expect.status)
  expect(settled.splice(0)).toHaveLength(fixture.expect.event?.outcome === 'paid' ? 1 : 0)
})
