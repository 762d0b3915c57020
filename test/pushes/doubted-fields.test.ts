import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import type { PushEvent } from '../../src/pushes/event.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { inboundMessage } from '../../src/pushes/inbound-message.ts'
import { programmable } from '../../src/pushes/programmable.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive } from './receive.ts'
import { samples, sampleWith, sampleWithData } from './samples.ts'

/** What is in doubt, on which push. */
type Case = [field: string, push: PushKind<PushEvent>, fields: Fields]

const doubtful = 'a field that decides came twice with different values, or cannot be read'

describe('a field that says which push it is, in two spellings that differ, refuses the push', () => {
  it.each<Case>([
    ['SessionId', ussd, sampleWith('ussd', { sessionid: 'other' })],
    ['Type', ussd, sampleWith('ussd', { TYPE: 'Release' })],
    ['Message', ussd, sampleWith('ussd', { message: '2' })],
    ['Sequence', ussd, sampleWith('ussd', { sequence: 2 })],
    ['SessionId', programmable, sampleWith('programmable', { sessionId: 'other' })],
    ['Type', programmable, sampleWith('programmable', { type: 'response' })],
    ['Data', checkout, sampleWith('checkout', { data: {} })],
    ['Data.CheckoutId', checkout, sampleWithData('checkout', { checkoutId: 'other' })],
    ['Data.ClientReference', checkout, sampleWithData('checkout', { clientreference: 'other' })],
    ['OrderId', fulfilment, sampleWith('fulfilment', { orderId: 'other' })],
    ['Data', ussdPayment, sampleWith('ussdPayment', { data: [] })],
    ['Data.TransactionId', ussdPayment, sampleWithData('ussdPayment', { transactionId: 'other' })],
    ['Data.ClientReference', ussdPayment, sampleWithData('ussdPayment', { clientReference: 'other' })],
    ['MessageId', deliveryReport, sampleWith('deliveryReport', { messageId: 'other' })],
    ['Status', deliveryReport, sampleWith('deliveryReport', { status: 'Sent' })],
    ['from', inboundMessage, sampleWith('inboundMessage', { From: 'other' })],
    ['text', inboundMessage, sampleWith('inboundMessage', { TEXT: 'other' })],
    ['network', inboundMessage, sampleWith('inboundMessage', { Network: 'other' })],
  ])('%s', (field, push, fields) => {
    expect(problemOf(() => eventOf(push, fields))).toMatchObject({
      field,
      expected: 'given once',
      received: 'two spellings that differ',
    })
  })
})

describe('a field that decides the outcome, in two spellings that differ, leaves it undetermined', () => {
  const order = (changes: object) => ({
    OrderId: 'o-1',
    OrderInfo: { Status: 'Paid', Payment: { IsSuccessful: true, AmountPaid: 51, AmountAfterCharges: 50 }, ...changes },
  })
  const payment = (changes: object) =>
    order({ Payment: { IsSuccessful: true, AmountPaid: 51, AmountAfterCharges: 50, ...changes } })

  it.each<Case>([
    ['ResponseCode', checkout, sampleWith('checkout', { responseCode: '2001' })],
    ['the Status of the envelope', checkout, sampleWith('checkout', { status: 'Paid' })],
    ['the Message of the envelope', checkout, sampleWith('checkout', { message: 'done' })],
    ['Data.Status', checkout, sampleWithData('checkout', { STATUS: 'Paid' })],
    ['Data.Amount', checkout, sampleWithData('checkout', { amount: 1 })],
    ['ResponseCode', ussdPayment, sampleWith('ussdPayment', { responsecode: 0 })],
    ['Message', ussdPayment, sampleWith('ussdPayment', { message: 'Failed' })],
    ['Data.Amount', ussdPayment, sampleWithData('ussdPayment', { amount: 500 })],
    ['OrderInfo', fulfilment, { ...order({}), orderInfo: {} }],
    ['its Status', fulfilment, order({ status: 'Unpaid' })],
    ['its Payment', fulfilment, order({ payment: { IsSuccessful: false } })],
    ['IsSuccessful', fulfilment, payment({ isSuccessful: false })],
    ['AmountPaid', fulfilment, payment({ amountPaid: 5 })],
    ['AmountAfterCharges', fulfilment, payment({ amountaftercharges: 5 })],
  ])('%s', (_field, push, fields) => {
    const { event, notes } = receive(push, fields)
    expect(event).toMatchObject({ outcome: 'undetermined', why: doubtful })
    expect(notes).toEqual([
      expect.stringContaining("came twice with different values; the reference's spelling was kept"),
    ])
  })

  it.each<readonly [string, Fields]>([
    ['two codes', { ResponseCode: '0000', responseCode: '2001' }],
    ['two words', { TransactionStatus: 'Paid', transactionStatus: 'Failed' }],
    ['two flags', { IsSuccessful: true, isSuccessful: false }],
    ['a flag that is no yes', { IsSuccessful: 'no' }],
    ['a flag that is a number', { IsSuccessful: 0 }],
    ['a flag that is a list', { IsSuccessful: [false] }],
  ])('%s inside the data', (_what, fields) => {
    expect(eventOf(checkout, sampleWithData('checkout', fields)).outcome).toBe('undetermined')
    expect(eventOf(checkout, sampleWith('checkout', fields)).outcome).toBe('undetermined')
    expect(eventOf(ussdPayment, sampleWithData('ussdPayment', fields)).outcome).toBe('undetermined')
    expect(eventOf(fulfilment, payment(fields)).outcome).toBe('undetermined')
    expect(eventOf(fulfilment, order(fields)).outcome).toBe('undetermined')
    expect(eventOf(fulfilment, { ...order({}), ...fields }).outcome).toBe('undetermined')
  })

  it('which the same push without the second spelling is not', () => {
    expect(eventOf(checkout, samples.checkout).outcome).toBe('paid')
    expect(eventOf(ussdPayment, samples.ussdPayment).outcome).toBe('paid')
    expect(eventOf(fulfilment, order({})).outcome).toBe('paid')
  })
})

describe('any other field, in two spellings that differ, keeps the one of the reference, and a note', () => {
  it.each<[...Case, expected: object]>([
    ['Mobile', ussd, sampleWith('ussd', { mobile: 'other' }), { mobile: '+233000000000' }],
    ['ServiceCode', ussd, sampleWith('ussd', { Servicecode: '1' }), { serviceCode: '714' }],
    ['Operator', ussd, sampleWith('ussd', { OPERATOR: 'other' }), { operator: 'operator-a' }],
    ['ClientState', ussd, sampleWith('ussd', { clientState: 'other' }), { clientState: 'step=1' }],
    [
      'Data.Description',
      checkout,
      sampleWithData('checkout', { description: '' }),
      { description: 'The payment was made' },
    ],
    ['To', deliveryReport, sampleWith('deliveryReport', { to: '1' }), { to: '233000000000' }],
  ])('%s', (field, push, fields, expected) => {
    const { event, notes } = receive(push, fields)
    expect(event).toMatchObject(expected)
    expect(notes).toEqual([`${field} came twice with different values; the reference's spelling was kept`])
  })

  it('nested ones with their path', () => {
    const PaymentDetails = { Channel: 'a', channel: 'b' }
    const Items = [7, { ItemId: '1', itemId: '2' }]
    expect(receive(checkout, sampleWithData('checkout', { PaymentDetails })).notes).toEqual([
      expect.stringMatching(/^Data\.PaymentDetails\.Channel came twice/),
    ])
    expect(receive(fulfilment, { OrderId: 'o', OrderInfo: { Items } }).notes).toEqual([
      expect.stringMatching(/^OrderInfo\.Items\[1\]\.ItemId came twice/),
    ])
  })
})
