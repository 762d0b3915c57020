import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { disagreements, rows } from './outcome-grid.ts'
import { eventOf } from './receive.ts'

const payment = { CheckoutId: 'c-1', ClientReference: 'r-1', Amount: 50 }

describe.each(rows)('a checkout callback with a code that is $code and a word that is $word', (row) => {
  it('is what the design demands, whatever the envelope has for a Status', () => {
    const read = (ResponseCode: unknown, Status: unknown, outer: unknown) =>
      eventOf(checkout, { ResponseCode, Status: outer, Data: { ...payment, Status } })
    expect(disagreements(row, read)).toEqual([])
  })

  it('is what the design demands, whatever the envelope has for a Message', () => {
    const read = (responseCode: unknown, status: unknown, message: unknown) =>
      eventOf(checkout, { responseCode, message, data: [{ ...payment, status }] })
    expect(disagreements(row, read)).toEqual([])
  })

  it('is the same when it is flat, whatever the Message', () => {
    const read = (ResponseCode: unknown, Status: unknown, Message: unknown) =>
      eventOf(checkout, { ResponseCode, Message, ...payment, Status })
    expect(disagreements(row, read)).toEqual([])
  })
})

describe('what merchants lost money by', () => {
  it.each([
    ['0000', 'Success', 'Cancelled', 'undetermined'],
    ['0000', 'Success', 'Unpaid', 'undetermined'],
    ['2001', 'Success', 'Failed', 'failed'],
    ['0005', 'Success', 'Success', 'undetermined'],
    ['0005', 'Failed', 'Failed', 'undetermined'],
    ['4105', 'Failed', 'Failed', 'undetermined'],
    ['0001', 'Failed', 'Failed', 'undetermined'],
    ['2001', 'Success', 'Success', 'undetermined'],
    ['2001', 'Success', 'Cancelled', 'cancelled'],
    ['0000', 'Failed', 'Success', 'undetermined'],
    ['0000', 'Payment failed', 'Success', 'undetermined'],
    ['0000', false, 'Success', 'undetermined'],
  ])('a code %s with Status %s and Data.Status %s is %s, %s', (ResponseCode, Status, status, outcome) => {
    expect(eventOf(checkout, { ResponseCode, Status, Data: { ...payment, Status: status } }).outcome).toBe(outcome)
  })

  it.each<Fields>([
    { Paid: false },
    { Successful: false },
    { State: 'Failed' },
    { PaymentState: 'Pending' },
    { StatusCode: '2001' },
    { ResultCode: 1 },
    { Declined: true },
    { IsCanceled: 'true' },
  ])('%j beside Data or in it is never paid', (fields) => {
    const data = { ...payment, Status: 'Success' }
    expect(eventOf(checkout, { ResponseCode: '0000', ...fields, Data: data }).outcome).toBe('undetermined')
    expect(eventOf(checkout, { ResponseCode: '0000', Data: { ...data, ...fields } }).outcome).toBe('undetermined')
  })

  it('an envelope whose Status and Message differ vetoes by either', () => {
    const read = (Status: string, Message: string) =>
      eventOf(checkout, { ResponseCode: '0000', Status, Message, Data: { ...payment, Status: 'Success' } }).outcome
    expect(read('Success', 'Success')).toBe('paid')
    expect(read('Success', 'Failed')).toBe('undetermined')
    expect(read('Failed', 'Success')).toBe('undetermined')
  })
})

describe('why', () => {
  const whyOf = (fields: Fields) => eventOf(checkout, { Data: { ...payment, Status: 'Success' }, ...fields }).why

  it.each([
    ['there is no response code', {}],
    ['the response code does not say how the payment ended', { ResponseCode: '0005' }],
    ['the code and the status words contradict each other', { ResponseCode: '2001' }],
    ['there is no status word beside the payment', { ResponseCode: '0000', Data: payment }],
    ['there is no status word beside the payment', { ResponseCode: '0000', Data: { ...payment, Status: ' ' } }],
    ['the code and the status say paid, and nothing contradicts them', { ResponseCode: '0000' }],
    ['the code says that the payment is completed by hand, later', { ResponseCode: '0002' }],
    ['the code is good, and a status says refunded', { ResponseCode: '0', Data: { ...payment, Status: 'Refunded' } }],
    [
      'the code says failed, and a status says cancelled',
      { ResponseCode: 2001, Data: { ...payment, Status: 'Cancelled' } },
    ],
    [
      'the code says failed, and no status contradicts it',
      { ResponseCode: '2001', Data: { ...payment, Status: 'Failed' } },
    ],
  ])('is told: %s', (why, fields) => {
    expect(whyOf(fields)).toBe(why)
  })
})
