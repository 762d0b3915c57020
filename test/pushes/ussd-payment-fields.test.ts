import { describe, expect, it } from 'vitest'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWithData } from './samples.ts'

it('a USSD payment notice becomes an event with every field of the field notes', () => {
  expect(receive(ussdPayment, samples.ussdPayment)).toEqual({
    event: {
      kind: 'ussdPayment',
      source: 'ussdPayment',
      receivedAt,
      raw: samples.ussdPayment,
      outcome: 'paid',
      why: 'the code and the status say paid, and nothing contradicts them',
      evidence: 'callback',
      needsReview: [],
      confirmation: null,
      signed: null,
      reference: null,
      clientReference: '000042',
      amount: 5,
      amountMinor: 500,
      paymentId: '00d4',
      customerPhone: '+233000000000',
      customerPhoneInternational: '+233000000000',
      responseCode: '0000',
      message: 'success',
      status: 'Paid',
      transactionId: '00d4',
      externalTransactionId: '1234567890123456789012345',
      orderId: '00b2',
      charges: 0.05,
      amountAfterCharges: 4.95,
      amountCharged: 5.05,
      currency: null,
      description: 'Tea',
      paymentDate: new Date('2026-03-01T09:29:00Z'),
    },
    notes: [],
  })
})

describe('any object is accepted', () => {
  it.each([
    {},
    { hello: 'world' },
    { ResponseCode: null, Message: null, Data: null },
    { ResponseCode: [], Message: {}, Status: [], Data: 7 },
    { Data: { TransactionId: {}, Amount: 'five', PaymentDate: 'yesterday', Mobile: [] } },
    { Data: { TransactionId: 'x'.repeat(1_000), ClientReference: '\u0000' } },
  ])('%j', (fields) => {
    const { event } = receive(ussdPayment, fields)
    expect(event).toMatchObject({ outcome: 'undetermined', transactionId: null, clientReference: null, amount: null })
    expect(event.raw).toBe(fields)
  })

  it('and what cannot be read is noted', () => {
    const Data = { TransactionId: {}, Charges: 'x', PaymentDate: 'yesterday' }
    expect(receive(ussdPayment, { Data }).notes).toEqual([
      'Data.TransactionId must be text that identifies; received an object',
      'Data.Charges must be an amount; received a string',
      'Data.PaymentDate is not a date that can be read',
    ])
  })
})

describe('on a failure', () => {
  it.each([0, '0.00', null])('the amounts are %j', (amount) => {
    const changes = { Amount: amount, Charges: amount, AmountAfterCharges: amount, AmountCharged: amount }
    const notice = sampleWithData('ussdPayment', { ...changes, Status: undefined })
    const event = eventOf(ussdPayment, { ...notice, ResponseCode: '2001', Message: 'failed' })
    expect(event.outcome).toBe('failed')
    expect([event.amount, event.charges, event.amountAfterCharges, event.amountCharged]).toEqual(
      Array(4).fill(amount === null ? null : 0),
    )
  })
})

describe('the payer', () => {
  it.each([
    [{ CustomerPhoneNumber: '0000000000' }, '0000000000', '+233000000000'],
    [{ CustomerPhoneNumber: null }, '233000000000', '+233000000000'],
    [{ CustomerPhoneNumber: undefined, Mobile: 'x' }, 'x', null],
    [{ CustomerPhoneNumber: undefined, Mobile: undefined }, null, null],
  ])('of %j is %j', (changes, customerPhone, customerPhoneInternational) => {
    const fields = sampleWithData('ussdPayment', changes)
    expect(eventOf(ussdPayment, fields, { country: 'GH' })).toMatchObject({ customerPhone, customerPhoneInternational })
  })
})
