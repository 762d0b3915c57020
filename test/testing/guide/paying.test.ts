import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { conversation } from '../../../src/conversation/index.ts'
import merchantWebhooks, { mayDeliver, memoryStore, toMinor } from '../../../src/index.ts'
import { onEveryChannel, phone } from '../../../src/testing/index.ts'

const orders = new Map<string | null, { readonly due: number; paid: number }>()

const shop = conversation(async (talk) => {
  const item = await talk.choose("Ama's shop", [{ label: 'Tea', amount: 5 }])
  const reference = await talk.once('order', (key) => {
    orders.set(key, { due: toMinor(item.amount), paid: 0 })
    return key
  })
  return talk.pay('Approve the prompt', { name: item.label, quantity: 1, price: item.amount, reference })
})

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  publicUrl: 'https://shop.example',
  secret: 'a secret for tests alone',
  store: memoryStore(),
  ussd: shop,
  programmable: shop,
  payment: (payment) => {
    if (payment.outcome === 'failed') return
    const order = orders.get(payment.reference)
    if (order === undefined || !mayDeliver(payment, order.due)) throw new Error('no order owes this amount')
    order.paid += 1
  },
})
afterAll(() => app.close())

test('knows on every channel who paid', async () => {
  await onEveryChannel(app, async (phone) => {
    await phone.dial('*713#').choose('Tea').pay()
    expect([...orders.values()].at(-1)?.paid).toBe(1)
  })
})

test('takes a payment once, though it failed first and its notice came twice', async () => {
  const caller = phone(app)
  await caller.dial('*713#').choose('Tea').pay({ outcome: 'failed' }).pay({ times: 2 })

  expect([...orders.values()].at(-1)?.paid).toBe(1)
  expect(caller.lastPayment?.event).toMatchObject({ outcome: 'paid', evidence: 'signed' })
})

test('refuses a payment that is too small', async () => {
  const paying = phone(app).dial('*713#').choose('Tea').pay({ amount: 0.05 })

  await expect(paying).rejects.toThrow('no order owes this amount')
})
