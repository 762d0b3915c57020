import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { memoryStore, type PaymentEvent } from '../../../src/index.ts'
import { createSimulator, type Simulator } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'

const clock = manualClock()
let sim: Simulator // the service
let app: FastifyInstance
let told: PromiseWithResolvers<PaymentEvent>

beforeEach(async () => {
  told = Promise.withResolvers()
  sim = await createSimulator({ clock })
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    secret: 'a secret for tests alone',
    clock,
    store: memoryStore({ clock }), // the store times what the plugin waits for
    client: new MerchantClient(sim.clientOptions),
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea' }),
    payment: (payment) => told.resolve(payment),
  })
  await sim.connect(app)
})
afterEach(() => Promise.all([app.close(), sim.close()]))

test('what was paid is asked about before the handler hears of it', async () => {
  await sim.phone('+233000000000').dial('*713#').approve()

  expect(await told.promise).toMatchObject({ outcome: 'paid', evidence: 'confirmed', amountMinor: 500 })
})

test('a notice that lies is kept as rejected, and the handler hears what is true', async () => {
  sim.faults.set('failureCode', { kinds: ['ussdPayment'], way: '2001' })
  await sim.phone('+233000000000').dial('*713#').approve()

  expect(await told.promise).toMatchObject({ outcome: 'paid', evidence: 'confirmed' })
  expect((await app.merchant.inbox.list({ states: ['rejected'] })).entries).toHaveLength(1)
})

test('an invoice without a callback is found after five minutes', async () => {
  const invoice = await app.merchant.checkout.create({
    clientReference: 'order-17-1',
    amount: 5,
    description: 'Tea',
    returnUrl: 'https://shop.example/thanks',
    cancellationUrl: 'https://shop.example/cart',
  })
  sim.faults.set('drop', { kinds: ['checkout'] })
  await sim.customer.pays(invoice)
  clock.advance(300_000)

  expect(await told.promise).toMatchObject({ outcome: 'paid', evidence: 'confirmed', reference: 'order-17-1' })
})
