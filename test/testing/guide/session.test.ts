import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  ussd: (push, turn) => {
    if (push.type === 'initiation') return turn.menu('Welcome', ['Tea, 5.00', 'Leave'])
    if (push.message === '1') return turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
    return turn.end('Goodbye')
  },
})
afterAll(() => app.close())

test('sells tea', async () => {
  const screen = await phone(app)
    .dial('*713#')
    .expectScreen('Welcome\n1. Tea, 5.00\n2. Leave')
    .reply('1')
    .expectScreen(/Approve/)

  expect(screen.payment).toMatchObject({ amount: 5, description: 'Tea' })
})

test('ends when the caller chooses Leave', async () => {
  const caller = phone(app)
  await caller.dial('*713#').reply('2')

  expect(caller.transcript()).toBe(`dial *713#
  Welcome
  1. Tea, 5.00
  2. Leave
reply 2
  Goodbye
  (the session ends)`)
})
