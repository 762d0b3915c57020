import { describe, expect, it } from 'vitest'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples } from './samples.ts'

it('a fulfilment notice becomes an event with every field of the field notes', () => {
  expect(receive(fulfilment, samples.fulfilment)).toEqual({
    event: {
      kind: 'fulfilment',
      source: 'fulfilment',
      receivedAt,
      raw: samples.fulfilment,
      outcome: 'paid',
      why: 'IsSuccessful is true, and the status says paid',
      evidence: 'callback',
      needsReview: [],
      confirmation: null,
      signed: null,
      reference: null,
      clientReference: null,
      amount: 50,
      amountMinor: 5_000,
      paymentId: '00b2',
      customerPhone: '233000000000',
      customerPhoneInternational: '+233000000000',
      orderId: '00b2',
      sessionId: '00a1',
      extraData: { table: 7 },
      order: {
        customerMobileNumber: '233000000000',
        customerEmail: 'ama@shop.example',
        customerName: 'Ama',
        status: 'Paid',
        orderDate: new Date('2026-03-01T09:28:00Z'),
        currency: 'GHS',
        branchName: 'Main',
        isRecurring: false,
        recurringInvoiceId: '00c3',
        subtotal: 51,
        items: [
          { itemId: '0001', name: 'Tea', quantity: 2, unitPrice: 10 },
          { itemId: '0002', name: 'Cake', quantity: 1, unitPrice: 30 },
        ],
      },
      payment: {
        paymentType: 'mobilemoney',
        amountPaid: 51,
        amountAfterCharges: 50,
        paymentDate: new Date('2026-03-01T09:29:00Z'),
        paymentDescription: 'The payment was made',
        isSuccessful: true,
      },
    },
    notes: [],
  })
})

describe('the amount', () => {
  it.each([
    ['leaves the fee of the customer out', { AmountPaid: 51, AmountAfterCharges: 50 }, 50],
    ['is what was paid where no other was told', { AmountPaid: 51 }, 51],
    ['is what was paid where the other is null', { AmountPaid: 51, AmountAfterCharges: null }, 51],
    ['may be told alone', { AmountAfterCharges: '50.00' }, 50],
    ['may be 0', { AmountPaid: 0, AmountAfterCharges: 0 }, 0],
    ['is null where none was told', {}, null],
  ])('%s', (_case, Payment, amount) => {
    const event = eventOf(fulfilment, { OrderId: 'o-1', OrderInfo: { Subtotal: 99, Payment } })
    expect(event).toMatchObject({ amount, amountMinor: amount === null ? null : amount * 100 })
  })
})

describe('any object is accepted', () => {
  const nothing = {
    outcome: 'undetermined',
    orderId: null,
    sessionId: null,
    extraData: null,
    amount: null,
    customerPhone: null,
    order: { status: null, items: [], isRecurring: null, subtotal: null },
    payment: { amountPaid: null, isSuccessful: null, paymentDate: null },
  }

  it.each([
    {},
    { hello: 'world' },
    { OrderId: null, OrderInfo: null },
    { OrderId: {}, SessionId: [], OrderInfo: 'paid' },
    { OrderInfo: { Items: 'tea', Payment: [], Subtotal: 'x', CustomerMobileNumber: {}, IsRecurring: 'x' } },
    { OrderInfo: { Items: [null, 1, 'tea', []], Payment: { AmountPaid: {}, PaymentDate: 7 } } },
  ])('%j', (fields) => {
    const { event } = receive(fulfilment, fields)
    expect(event).toMatchObject(nothing)
    expect(event.raw).toBe(fields)
  })

  it('and what cannot be read is noted', () => {
    const OrderInfo = { Items: ['tea', { UnitPrice: {} }], IsRecurring: 'x', OrderDate: 'yesterday' }
    expect(new Set(receive(fulfilment, { OrderId: {}, OrderInfo }).notes)).toEqual(
      new Set([
        'OrderId must be text that identifies; received an object',
        'OrderInfo.Items[1].UnitPrice must be an amount; received an object',
        'OrderInfo.IsRecurring is neither true nor false',
        'OrderInfo.OrderDate is not a date that can be read',
      ]),
    )
  })

  it.each([{ a: 1 }, ['a'], 'text', 7, false])('ExtraData is kept as it came: %j', (ExtraData) => {
    expect(eventOf(fulfilment, { OrderId: 'o-1', extraData: ExtraData }).extraData).toBe(ExtraData)
  })
})
