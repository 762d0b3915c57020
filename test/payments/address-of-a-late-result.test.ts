import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import merchantWebhooks, { memoryStore, type PaymentEvent } from '../../src/index.ts'
import { record } from '../client/transactions.ts'

it('joins a USSD payment to its session also where the service says only later that it is paid', async () => {
  let status = 'Pending'
  const told: PaymentEvent[] = []
  const StartDate = new Date().toISOString()
  const client = new MerchantClient({
    baseUrl: 'https://api.example',
    apiId: 'the-id',
    apiKey: 'the-secret-key',
    paths: { transactionStatus: '/transactions/status' },
    fetch: async () =>
      Response.json({
        ResponseCode: '0000',
        Data: [{ ...record, StartDate, TransactionCycle: [], TransactionStatus: status }],
      }),
  })
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    store: memoryStore(),
    confirmWith: client,
    reconcile: { after: 0 },
    ussdPayment: (payment) => void told.push(payment),
  })
  await app.ready()
  const terms = { sessionId: 'session-1', reference: 'order-1', amount: 50, currency: 'GHS' }
  const { pathname, search } = new URL(app.merchant.callbackUrl({ kind: 'ussdPayment', ...terms }))
  const Data = { TransactionId: record.TransactionId, Amount: 50 }
  // Code and Message do not say it together, so the notice claims nothing final.
  const payload = { ResponseCode: '0000', Message: 'Thank you', Data }
  expect((await app.inject({ method: 'POST', url: pathname + search, payload })).statusCode).toBe(200)
  expect(told).toEqual([])

  status = 'Settled'
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 5_000 })
  const signed = { sessionId: 'session-1', reference: 'order-1', amountMinor: 5000, currency: 'GHS' }
  expect(told[0]).toMatchObject({ outcome: 'paid', evidence: 'confirmed', needsReview: [], signed })
})
