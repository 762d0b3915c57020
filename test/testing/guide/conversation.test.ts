import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { conversation, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { onEveryChannel, phone } from '../../../src/testing/index.ts'

const orders: string[] = []
const shop = conversation(async (talk) => {
  const item = await talk.choose("Ama's shop", [
    { label: 'Rice 5 kg', value: 'rice', amount: 60 },
    { label: 'Oil 1 l', value: 'oil', amount: 25 },
  ])
  const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
  if (!(await talk.confirm(`Pay ${item.amount * quantity}?`))) return talk.end('Cancelled')
  await talk.once('order', (key) => orders.push(key))
  return talk.pay('Approve the prompt', { name: item.label, quantity, price: item.amount })
})

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  store: memoryStore(),
  ussd: shop,
  programmable: shop,
  payment: () => undefined,
})
afterAll(() => app.close())

test('goes on where the line was lost, and orders once', async () => {
  const { payment } = await phone(app)
    .dial('*713#')
    .choose('Oil 1 l')
    .reply('3')
    .timeout()
    .redial()
    .choose('Continue')
    .expectScreen(/^Pay 75\?/)
    .choose('Yes')
    .repeatLast()

  expect(payment?.amount).toBe(75)
  expect(orders).toHaveLength(1)
})

test('sells on every channel', async () => {
  const { ussd, webstore } = await onEveryChannel(app, (phone) =>
    phone.dial('*713#').choose('Rice 5 kg').reply('2').choose('Yes').expectScreen('Approve the prompt'),
  )

  expect(ussd).toMatchInlineSnapshot(`
    "dial *713#
      Ama's shop
      1. Rice 5 kg
      2. Oil 1 l
    choose Rice 5 kg (1)
      How many?
      0 Back
    reply 2
      Pay 120?
      1. Yes
      2. No
      0 Back 00 Menu
    choose Yes (1)
      Approve the prompt
      (the session ends and asks to pay 120 for 2 x Rice 5 kg)"
  `)
  expect(webstore).toMatchInlineSnapshot(`
    "dial (webstore)
      # Ama's shop
      Ama's shop
      - Rice 5 kg (rice, 60)
      - Oil 1 l (oil, 25)
      (menu)
    choose Rice 5 kg (rice)
      # How many?
      How many?
      (input, number)
    reply 2
      # Pay 120?
      Pay 120?
      - Yes (yes)
      - No (no)
      (confirm)
    choose Yes (yes)
      # Approve the prompt
      Approve the prompt
      (the session ends in the checkout of 2 x Rice 5 kg at 60)"
  `)
})
