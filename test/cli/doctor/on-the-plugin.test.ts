import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { dropOff } from '../../../src/admin/sessions/drop-off.ts'
import { MerchantClient } from '../../../src/client/index.ts'
import { conversation } from '../../../src/conversation/index.ts'
import merchantWebhooks, { secretPath } from '../../../src/index.ts'
import { post } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { doctor } from './doctored.ts'

// Nobody is there: whoever asked it would wait.
const client = new MerchantClient({
  ...{ baseUrl: 'http://127.0.0.1:9', apiId: 'id', apiKey: 'key', merchantAccountNumber: '1' },
  paths: { transactionStatus: '/status' },
})
const secret = 'a-secret-of-a-shop-for-doctors'

/** A shop as it is deployed. */
async function deployed(client?: MerchantClient) {
  const app = Fastify()
  const handled: string[] = []
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    prefix: '/push',
    client,
    publicUrl: 'https://shop.example',
    verify: secretPath(secret),
    secret: 'signs the addresses of payments',
    store: newSqlite()(),
    ussd: conversation(async (talk) => {
      await talk.choose('Welcome to our shop', ['Rice', 'Oil'])
      return talk.end('Goodbye')
    }),
    payment: ({ kind }) => void handled.push(kind),
    deliveryReport: ({ kind }) => void handled.push(kind),
    inboundMessage: ({ kind }) => void handled.push(kind),
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const kinds = 'ussd,checkout,fulfilment,ussdPayment,deliveryReport,inboundMessage'
  const args = ['--url', `${origin}/push/{kind}/${secret}`, '--kinds', kinds, '--turns', '3']
  return { app, args, handled }
}

it.each([
  ['without payments', [], undefined],
  ['with payments', ['--with-payments'], undefined],
  ['with payments beside a client', ['--with-payments'], client],
])(
  'a deployed application is fine %s, no handler is called, and nothing of it waits for a person afterwards',
  async (_name, more, beside) => {
    const { app, args, handled } = await deployed(beside)
    const { code, findings, counts } = await doctor(...args, ...more)
    expect(findings.filter(({ level }) => level === 'error' || level === 'warning')).toEqual([])
    expect(code).toBe(0)
    expect(counts.fine).toBeGreaterThan(25)
    const { inbox, sessions } = app.merchant
    await expect.poll(() => inbox.count()).toMatchObject({ waiting: 0, running: 0, dead: 0 })
    expect(handled).toEqual([])
    const { entries } = await inbox.list({ needsReview: true })
    expect(entries.map(({ kind, review }) => [kind, review?.reasons])).toEqual([])
    const kept = new Set((await inbox.list()).entries.map(({ kind }) => kind))
    const payments = more.length > 0 ? ['checkout', 'fulfilment', 'ussdPayment'] : []
    expect([...kept].toSorted()).toEqual([...payments, 'deliveryReport', 'inboundMessage'].toSorted())
    expect((await dropOff(sessions, {}, Date.now() + 3_600_000)).screens).toEqual([])
  },
)

it.each([
  ['of money', { ResponseCode: '2001', Status: 'Failed' }, { Status: 'Failed', Amount: 5 }],
  ['that is paid', {}, { Amount: 0 }],
])('a payment %s is looked at, though it has the mark of doctor', async (_name, envelope, data) => {
  const { app } = await deployed()
  const { checkout } = samples
  const Data = { ...checkout.Data, CheckoutId: 'doctor-1', ClientReference: 'doctor-1', ...data }
  await post(app, `/push/checkout/${secret}`, { ...checkout, ...envelope, Data })
  await expect
    .poll(async () => (await app.merchant.inbox.list({ needsReview: true })).entries)
    .toMatchObject([{ kind: 'checkout', reference: 'doctor-1', review: { reasons: ['unexpected'] } }])
})

const mark = `doctor-${'0'.repeat(21)}`
const { fulfilment, ussdPayment, deliveryReport, inboundMessage } = samples

it.each([
  ['fulfilment', 'a fulfilment that is paid', { ...fulfilment, SessionId: mark, OrderId: mark }],
  ['ussdPayment', 'a payment of another transaction', withData(ussdPayment, { ClientReference: mark })],
  ['deliveryReport', 'a report of another message', { ...deliveryReport, ClientReference: mark }],
  ['deliveryReport', 'a report of another reference', { ...deliveryReport, MessageId: mark }],
  ['inboundMessage', 'a message of a campaign', { ...inboundMessage, keyword: 'DOCTOR', text: mark }],
  ['inboundMessage', 'a message with another keyword', { ...inboundMessage, campaign: mark }],
])('a handler (%s) gets %s, though it has the mark of doctor', async (kind, _name, push) => {
  const { app, handled } = await deployed()
  expect((await post(app, `/push/${pathOf[kind]}/${secret}`, push)).statusCode).toBe(200)
  await expect.poll(() => handled).toEqual([kind])
})

function withData<Push extends { readonly Data: object }>(push: Push, data: object): object {
  return { ...push, Data: { ...push.Data, ...data } }
}

const pathOf: Readonly<Record<string, string>> = {
  fulfilment: 'fulfilment',
  ussdPayment: 'ussd-payment',
  deliveryReport: 'delivery-report',
  inboundMessage: 'inbound-message',
}
