import { expect, it } from 'vitest'
import { payingSessions } from '../../src/admin/sessions/paying-sessions.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { phoneKey } from '../../src/text/phone.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { inboxOf, report } from './look/entries.ts'

const own = '+233000000042'
const other = '+233000000043'

function shop() {
  return appWith({
    country: 'GH',
    payment: () => undefined,
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
  })
}

it.each<[kind: keyof typeof paths, body: Fields]>([
  ['checkout', { ...samples.checkout, Data: { ...samples.checkout.Data, CustomerPhoneNumber: own } }],
  [
    'checkout',
    { ...samples.checkout, Data: { ...samples.checkout.Data, PaymentDetails: { MobileMoneyNumber: '0000000042' } } },
  ],
  [
    'fulfilment',
    { ...samples.fulfilment, OrderInfo: { ...samples.fulfilment.OrderInfo, CustomerMobileNumber: '0000000042' } },
  ],
  ['ussdPayment', { ...samples.ussdPayment, Data: { ...samples.ussdPayment.Data, Mobile: '233000000042' } }],
  ['deliveryReport', { ...samples.deliveryReport, To: '00233 000 000 042' }],
  ['inboundMessage', { ...samples.inboundMessage, from: own }],
])('a %s is found by the phone that it names', async (kind, body) => {
  const app = await shop()
  expect((await post(app, paths[kind], body)).statusCode).toBe(200)
  expect((await app.merchant.inbox.list({ phone: own })).entries).toMatchObject([{ kind }])
  expect((await app.merchant.inbox.list({ phone: '0000000042' })).entries).toHaveLength(1)
  expect((await app.merchant.inbox.list({ phone: other })).entries).toEqual([])
})

it('a push that names none, and one that can not be read, are found by none', async () => {
  const app = await shop()
  await post(app, paths.ussdPayment, samples.ussdPayment)
  await post(app, paths.deliveryReport, { ...samples.deliveryReport, To: '' })
  await post(app, paths.checkout, { Data: { CustomerPhoneNumber: own } })
  expect(await app.merchant.inbox.count()).toMatchObject({ done: 2, rejected: 1 })
  expect((await app.merchant.inbox.list({ phone: own })).entries).toEqual([])
})

it("the sessions of a phone's payments are told once each, and what is no payment names none", async () => {
  const { inbox, store } = inboxOf()
  const asked = async (id: string, payload: string) =>
    store.accept(report(id, { kind: 'askedPayment', phones: [phoneKey(own)], payload: Buffer.from(payload) }), false)
  await asked('1', JSON.stringify({ kind: 'ussd', sessionId: 's-1' }))
  await asked('2', JSON.stringify({ kind: 'ussd', sessionId: 's-2', noticeTo: 's-1' }))
  await asked('3', JSON.stringify({ kind: 'programmable', sessionId: 's-1' }))
  await asked('4', JSON.stringify({ kind: 'fax', sessionId: 's-1' }))
  await asked('5', JSON.stringify({ kind: 'ussd' }))
  await asked('6', 'no JSON')
  expect(await payingSessions(inbox, own)).toEqual([
    { kind: 'programmable', sessionId: 's-1' },
    { kind: 'ussd', sessionId: 's-1' },
  ])
})
