import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { memoryStore, type PaymentEvent } from '../../../src/index.ts'
import { manualClock, phone } from '../../../src/testing/index.ts'

// The service, as far as it is asked: it makes an invoice, and has a record of whatever it is asked about.
const client = new MerchantClient({
  baseUrl: 'https://service.example',
  apiId: 'id',
  apiKey: 'key',
  merchantAccountNumber: '11684',
  paths: { transactionStatus: '/status' },
  fetch: async (address, request) => {
    if (request?.method === 'POST') {
      const { clientReference } = JSON.parse(String(request.body))
      const data = { clientReference, checkoutId: 'invoice-1', checkoutUrl: 'https://pay.example/invoice-1' }
      return Response.json({ responseCode: '0000', status: 'Success', data })
    }
    const asked = new URL(String(address)).searchParams
    const record = {
      ClientReference: asked.get('ClientReference'), // a checkout is asked for by this,
      TransactionId: asked.get('serviceTransactionId'), // a USSD payment by this
      StartDate: new Date(clock.now()).toISOString(), // not before it was asked for
      TransactionStatus: status,
      TransactionAmount: 5,
    }
    return Response.json({ ResponseCode: '0000', Data: [record] })
  },
})

const clock = manualClock()
let status: string
let app: FastifyInstance
let told: PromiseWithResolvers<PaymentEvent>

beforeEach(async () => {
  status = 'Success'
  told = Promise.withResolvers()
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    secret: 'a secret for tests alone',
    clock,
    store: memoryStore({ clock }), // what is waited for is timed by the store
    client,
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea' }),
    payment: (payment) => told.resolve(payment),
  })
  await app.ready()
})
afterEach(() => app.close())

test('what was paid is asked about before the handler hears of it', async () => {
  await phone(app).dial('*713#').pay()

  expect(await told.promise).toMatchObject({ outcome: 'paid', evidence: 'confirmed', amountMinor: 500 })
})

test('a notice that lies is kept as rejected, and the handler hears what is true', async () => {
  status = 'Failed'
  const lying = phone(app).dial('*713#').pay({ outcome: 'paid' })

  await expect(lying).rejects.toThrow('It said paid; the service says failed')
  expect(await told.promise).toMatchObject({ outcome: 'failed', evidence: 'confirmed' })
})

test('an invoice of which nobody tells is found after five minutes', async () => {
  const { clientReference } = await app.merchant.checkout.create({
    clientReference: 'order-17-1',
    amount: 5,
    description: 'Tea',
    returnUrl: 'https://shop.example/thanks',
    cancellationUrl: 'https://shop.example/cart',
  })
  clock.advance(300_000)

  expect(await told.promise).toMatchObject({ outcome: 'paid', evidence: 'confirmed', clientReference })
})
