import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  programmable: (push, turn) =>
    push.type === 'initiation'
      ? turn.prompt('How many tickets?', { field: 'number' })
      : turn.pay('To the checkout', { name: 'Ticket', quantity: Number(push.message), price: 12.5 }),
})
afterAll(() => app.close())

test('sends tickets to the checkout of a web store', async () => {
  const store = phone(app, { channel: 'webstore', mobile: 'client-5f2e9c' })

  const { item } = await store.dial().expectScreen('How many tickets?').reply('2')

  expect(item).toEqual([{ name: 'Ticket', quantity: 2, price: 12.5 }])
})
