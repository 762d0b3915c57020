import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { conversation, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { secretPath } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/index.ts'
import { record } from '../client/transactions.ts'
import { samples } from '../http/samples.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'

// The code of the design's "public face", with what it leaves to the reader: the script, `settle` and the service.
it('the design’s own example sells, asks the service and settles by the reference of the order', async () => {
  const settled: [reference: string | null, hundredths: number | null][] = []
  const settle = async (reference: string | null, hundredths: number | null) => {
    settled.push([reference, hundredths])
  }
  const { baseUrl, statuses } = await service()
  const file = newFile()
  onTestFinished(() => removeFiles(file))
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  vi.stubEnv('PUSH_SECRET', 'the-right-secret')
  vi.stubEnv('MERCHANT_SECRET', 'the secret of this shop')
  onTestFinished(() => void vi.unstubAllEnvs())
  const client = new MerchantClient({ baseUrl, apiId: 'id', apiKey: 'key', paths: { transactionStatus: '/status' } })

  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    prefix: '/push',
    publicUrl: process.env.PUBLIC_URL,
    verify: secretPath(process.env.PUSH_SECRET),
    secret: process.env.MERCHANT_SECRET,
    store: sqliteStore(file),
    client,

    ussd: conversation(async (talk) => {
      const tea = await talk.choose('Welcome', [{ label: 'Tea', price: 2.5 }])
      const quantity = await talk.ask('How many?', whole({ min: 1, max: 9 }))
      const reference = await talk.once('order', () => 'order-1')
      return talk.pay('Approve the prompt', { items: [{ name: tea.label, quantity, price: tea.price }], reference })
    }),
    payment: async (payment, attempt) => {
      attempt.log.debug({ outcome: payment.outcome }, 'a payment')
      if (payment.outcome === 'paid' && payment.needsReview.length === 0)
        await settle(payment.reference, payment.amountMinor)
    },
  })

  expect(app.merchant.urls).toEqual(
    ['ussd', 'checkout', 'fulfilment', 'ussd-payment'].map((path) => ({
      kind: path.replace(/-(\w)/, (_dash, letter: string) => letter.toUpperCase()),
      method: 'POST',
      url: `https://shop.example/push/${path}/the-right-secret`,
    })),
  )

  await phone(app).dial('*713#').choose('Tea').reply('2').expectScreen('Approve the prompt').pay()
  expect(settled).toEqual([['order-1', 500]])

  const callback = async (reference: string) => {
    const { checkout } = samples
    const Data = { ...checkout.Data, CheckoutId: reference, ClientReference: reference }
    const { pathname, search } = new URL(app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50.5 }))
    const payload = { ...checkout, Data }
    return (await app.inject({ method: 'POST', url: pathname + search, payload })).json()
  }
  statuses.set('order-17', 'Settled').set('order-18', 'Failed')
  expect(await callback('order-18')).toEqual({ status: 'received' })
  expect(await callback('order-17')).toEqual({ status: 'received' })
  await vi.waitFor(() => expect(app.merchant.counts.checkout).toEqual({ accepted: 2, handled: 2, rejected: 1 }), 10_000)
  // The first callback was false: the handler was told that the payment failed.
  expect(settled).toEqual([
    ['order-1', 500],
    ['order-17', 5_050],
  ])
})

/** A service that knows of every payment, and says of each what a test has set: of the others, that they were paid. */
async function service() {
  const statuses = new Map<string, string>()
  const app = Fastify()
  app.get<{ Querystring: Readonly<Record<string, string>> }>('/status', async ({ query }) => {
    const status = statuses.get(query.ClientReference ?? '') ?? 'Settled'
    const known = {
      ...record,
      StartDate: new Date().toISOString(),
      TransactionStatus: status,
      TransactionCycle: [{ Date: '2026-03-01T10:00:00Z', Status: status }],
      TransactionAmount: query.ClientReference === undefined ? 5 : 50.5,
      ClientReference: query.ClientReference ?? null,
      TransactionId: query.serviceTransactionId ?? 't-1',
      NetworkTransactionId: query.networkTransactionId ?? 'n-1',
    }
    return { ResponseCode: '0000', Data: [known] }
  })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { baseUrl, statuses }
}
