import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWithData } from './samples.ts'

const noDetails = { mobileMoneyNumber: null, paymentType: null, channel: null, cardNumber: null, cardType: null }

it('a checkout callback becomes an event with every field of the reference and the field notes', () => {
  expect(receive(checkout, samples.checkout)).toEqual({
    event: {
      kind: 'checkout',
      source: 'checkout',
      receivedAt,
      raw: samples.checkout,
      outcome: 'paid',
      why: 'the code and the status say paid, and nothing contradicts them',
      evidence: 'callback',
      needsReview: [],
      confirmation: null,
      signed: null,
      reference: '000042',
      clientReference: '000042',
      amount: 50.5,
      amountMinor: 5_050,
      paymentId: '59e1f4c0d5b24d1e8a7b6c5d4e3f2a1b',
      customerPhone: '+233000000000',
      customerPhoneInternational: '+233000000000',
      responseCode: '0000',
      envelopeStatus: 'Success',
      status: 'Success',
      checkoutId: '59e1f4c0d5b24d1e8a7b6c5d4e3f2a1b',
      salesInvoiceId: '1f2e3d4c-0000-4000-8000-000000000001',
      transactionId: '1234567890123456789012345',
      externalTransactionId: '0000123',
      currency: null,
      description: 'The payment was made',
      timestamp: new Date('2026-03-01T09:29:58.123Z'),
      paymentDetails: {
        mobileMoneyNumber: '233000000000',
        paymentType: 'MobileMoney',
        channel: 'channel-a',
        cardNumber: '411111******1111',
        cardType: 'card-a',
      },
    },
    notes: [],
  })
})

describe('a field that is missing', () => {
  it('is null, without a note', () => {
    const fields = { ResponseCode: '0000', Status: 'Success', Data: { CheckoutId: 'c-1', Status: 'Success' } }
    expect(receive(checkout, fields)).toEqual({
      event: {
        kind: 'checkout',
        source: 'checkout',
        receivedAt,
        raw: fields,
        outcome: 'paid',
        why: 'the code and the status say paid, and nothing contradicts them',
        evidence: 'callback',
        needsReview: [],
        confirmation: null,
        signed: null,
        reference: null,
        clientReference: null,
        amount: null,
        amountMinor: null,
        paymentId: 'c-1',
        customerPhone: null,
        customerPhoneInternational: null,
        responseCode: '0000',
        envelopeStatus: 'Success',
        status: 'Success',
        checkoutId: 'c-1',
        salesInvoiceId: null,
        transactionId: null,
        externalTransactionId: null,
        currency: null,
        description: null,
        timestamp: null,
        paymentDetails: noDetails,
      },
      notes: [],
    })
  })

  it.each([{}, { CheckoutId: '' }, { CheckoutId: null, ClientReference: ' ' }])(
    'refuses the push where nothing tells which checkout it is: %j',
    (Data) => {
      expect(problemOf(() => eventOf(checkout, { ResponseCode: '0000', Data })).message).toBe(
        'Data.CheckoutId must be the identifier of the checkout, or ClientReference instead; received neither',
      )
    },
  )

  it('is named without Data where there is no envelope', () => {
    expect(problemOf(() => eventOf(checkout, { ResponseCode: '0000' })).field).toBe('CheckoutId')
  })
})

describe('the phone', () => {
  it.each([
    ['+233000000000', '+233000000000', '+233000000000'],
    ['233000000000', '+233000000000', '+233000000000'],
    ['0000000000', null, '+233000000000'],
    ['n/a', null, null],
  ])('%s is kept as sent; abroad it is %j, in its country %j', (CustomerPhoneNumber, abroad, home) => {
    const fields = sampleWithData('checkout', { CustomerPhoneNumber })
    expect(eventOf(checkout, fields)).toMatchObject({
      customerPhone: CustomerPhoneNumber,
      customerPhoneInternational: abroad,
    })
    expect(eventOf(checkout, fields, { country: 'GH' }).customerPhoneInternational).toBe(home)
  })
})

describe('a card payment', () => {
  it('has no phone, and its card in PaymentDetails', () => {
    const PaymentDetails = { PaymentType: 'Card', CardNumber: '411111******1111', CardType: 'card-a' }
    const event = eventOf(checkout, sampleWithData('checkout', { CustomerPhoneNumber: undefined, PaymentDetails }))
    expect(event).toMatchObject({
      outcome: 'paid',
      customerPhone: null,
      customerPhoneInternational: null,
      paymentDetails: { ...noDetails, paymentType: 'Card', cardNumber: '411111******1111', cardType: 'card-a' },
    })
  })

  it.each([undefined, null, 'Card', [], [{ PaymentType: 'Card' }]])('may have no details: %j', (PaymentDetails) => {
    expect(eventOf(checkout, sampleWithData('checkout', { PaymentDetails })).paymentDetails).toEqual(noDetails)
  })

  it('is not refused for a detail that cannot be read', () => {
    const PaymentDetails = { PaymentType: 'Card', CardNumber: { last: '1111' } }
    const { event, notes } = receive(checkout, sampleWithData('checkout', { PaymentDetails }))
    expect(event.paymentDetails).toEqual({ ...noDetails, paymentType: 'Card' })
    expect(notes).toEqual(['Data.PaymentDetails.CardNumber must be text; received an object'])
  })
})

describe('a failure', () => {
  it.each([0, '0', '0.00', null, undefined])('has an amount of %j', (Amount) => {
    const data = sampleWithData('checkout', { Amount, Status: 'Failed' })
    const event = eventOf(checkout, { ...data, ResponseCode: '2001' })
    expect(event.outcome).toBe('failed')
    expect(event.amountMinor ?? 0).toBe(0)
  })
})

it.each([
  ['Description', 'description', {}, 'text; received an object'],
  ['CustomerPhoneNumber', 'customerPhone', ['+233000000000'], 'text; received an array'],
  ['SalesInvoiceId', 'salesInvoiceId', {}, 'text that identifies; received an object'],
  ['SalesInvoiceId', 'salesInvoiceId', 'x'.repeat(257), 'at most 256 characters; received 257 characters'],
])('a %s that proves nothing and cannot be read is null, with a note: %#', (name, member, value, problem) => {
  const { event, notes } = receive(checkout, sampleWithData('checkout', { [name]: value }))
  expect(event).toMatchObject({ outcome: 'paid', [member]: null, amountMinor: 5_050, reference: '000042' })
  expect(notes).toEqual([`Data.${name} must be ${problem}`])
})

it('a failure in what cannot be read takes back that it is paid', () => {
  const Description = { TransactionStatus: 'Failed' }
  expect(eventOf(checkout, sampleWithData('checkout', { Description })).outcome).toBe('undetermined')
})

it.each([
  ['Status', ['Success']],
  ['CheckoutId', true],
  ['CheckoutId', 'x'.repeat(257)],
  ['ClientReference', {}],
  ['TransactionId', {}],
  ['Amount', -1],
  ['Amount', {}],
])('a %s of a wrong type refuses the push: %j', (name, value) => {
  expect(problemOf(() => eventOf(checkout, sampleWithData('checkout', { [name]: value }))).field).toBe(`Data.${name}`)
})
