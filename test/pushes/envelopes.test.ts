import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive } from './receive.ts'

const callback = { CheckoutId: 'c-1', ClientReference: 'r-1', Status: 'Success', Amount: 50 }
const notice = { TransactionId: 't-1', ClientReference: 'r-1', Amount: 50 }

describe('the envelope of a checkout callback', () => {
  it.each<[string, Fields, string | null]>([
    ['as the reference has it', { ResponseCode: '0000', Status: 'Success', Data: callback }, 'Success'],
    ['with Message instead of Status', { ResponseCode: '0000', Message: 'success', Data: callback }, 'success'],
    ['with both', { ResponseCode: '0000', Message: 'done', Status: 'Success', Data: callback }, 'Success'],
    ['with neither', { ResponseCode: '0000', Data: callback }, null],
    ['in camelCase', { responseCode: '0000', status: 'Success', data: callback }, 'Success'],
    ['with Data as an array of one', { ResponseCode: '0000', Status: 'Success', Data: [callback] }, 'Success'],
    ['that is not there: flat', { ResponseCode: '0000', ...callback }, null],
    ['that is flat, with a Message', { ResponseCode: '0000', Message: 'success', ...callback }, 'success'],
    ['that is flat, with Data null', { ResponseCode: '0000', Data: null, ...callback }, null],
    ['that is flat, with Data empty', { ResponseCode: '0000', Data: '', ...callback }, null],
    ['with a code that is a number', { ResponseCode: 0, Data: callback }, null],
    ['with too few zeros', { ResponseCode: '000', Data: callback }, null],
  ])('is opened %s', (_form, fields, envelopeStatus) => {
    const { event, notes } = receive(checkout, fields)
    expect(event).toMatchObject({
      outcome: 'paid',
      checkoutId: 'c-1',
      clientReference: 'r-1',
      status: 'Success',
      envelopeStatus,
      amount: 50,
      amountMinor: 5_000,
    })
    expect(event.raw).toBe(fields)
    expect(notes).toEqual([])
  })

  it('says nothing of the payment itself: only Data does, where there is Data', () => {
    const fields = { ResponseCode: '0000', CheckoutId: 'other', Amount: 1, Data: { ...callback, Status: undefined } }
    expect(eventOf(checkout, { ...fields, Status: 'Success' })).toMatchObject({
      outcome: 'undetermined',
      checkoutId: 'c-1',
      status: null,
      amount: 50,
    })
  })
})

describe('the envelope of a USSD payment notice', () => {
  it.each<[string, Fields]>([
    ['as the field notes show it', { ResponseCode: '0000', Message: 'success', Data: notice }],
    ['with Status instead of Message', { ResponseCode: '0000', Status: 'Success', Data: notice }],
    ['in camelCase', { responseCode: '0000', message: 'success', data: notice }],
    ['with Data as an array of one', { ResponseCode: '0000', Message: 'success', Data: [notice] }],
    ['that is not there: flat', { ResponseCode: '0000', Message: 'success', ...notice }],
    ['that is flat, with a Status', { ResponseCode: '0000', Status: 'Success', ...notice }],
    ['that is flat, with Data null', { ResponseCode: '0000', Message: 'success', Data: null, ...notice }],
  ])('is opened %s', (_form, fields) => {
    const { event, notes } = receive(ussdPayment, fields)
    expect(event).toMatchObject({ outcome: 'paid', transactionId: 't-1', clientReference: 'r-1', amount: 50 })
    expect(event.raw).toBe(fields)
    expect(notes).toEqual([])
  })
})

describe('Data that is no payment', () => {
  const cases: readonly [data: unknown, expected: string, received: string][] = [
    [[], 'an object, or an array of one', 'an array of 0'],
    [[callback, callback], 'an object, or an array of one', 'an array of 2'],
    [['c-1'], 'an object, or an array of one', 'an array of 1'],
    [[[callback]], 'an object, or an array of one', 'an array of 1'],
    [5, 'an object, or an array of one', 'a number'],
    [true, 'an object, or an array of one', 'a boolean'],
    ['"c-1"', 'an object, or an array of one', 'a string'],
    ['null', 'an object, or an array of one', 'null'],
    ['[]', 'an object, or an array of one', 'an array of 0'],
    ['CheckoutId=c-1', 'valid JSON', 'text that is not JSON'],
    ['  ', 'valid JSON', 'text that is not JSON'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'nested at most 32 deep', 'a deeper one'],
    [`${'['.repeat(30_000)}12345678901234567890${']'.repeat(30_000)}`, 'nested at most 32 deep', 'a deeper one'],
  ]

  it.each(cases)('refuses a checkout callback: %j', (Data, expected, received) => {
    const problem = problemOf(() => eventOf(checkout, { ResponseCode: '0000', Status: 'Success', Data }))
    expect(problem).toMatchObject({ field: 'Data', expected, received })
  })

  it.each(cases)('leaves a USSD payment notice undetermined, with nothing read: %j', (Data, expected, received) => {
    const { event, notes } = receive(ussdPayment, { ResponseCode: '0000', Message: 'Success', Data })
    expect(event).toMatchObject({
      outcome: 'undetermined',
      why: 'Data could not be read',
      transactionId: null,
      clientReference: null,
      amount: null,
    })
    expect(notes).toEqual([`Data must be ${expected}; received ${received}`])
  })

  it('may reach no prototype either', () => {
    const Data = '{"CheckoutId":"c-1","TransactionId":"t-1","PaymentDetails":{"__proto__":{"paid":true}}}'
    expect(problemOf(() => eventOf(checkout, { ResponseCode: '0000', Data })).field).toBe('__proto__')
    expect(eventOf(ussdPayment, { ResponseCode: '0000', Message: 'Success', Data }).why).toBe('Data could not be read')
  })
})
