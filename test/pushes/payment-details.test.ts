import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf } from './receive.ts'
import { sampleWithData } from './samples.ts'

const kinds = [
  ['checkout', (fields: Fields) => eventOf(checkout, fields)],
  ['ussdPayment', (fields: Fields) => eventOf(ussdPayment, fields)],
] as const

describe.each(kinds)('the identifiers of a %s', (kind, readAs) => {
  const read = (data: object, details: unknown) => {
    const without = { TransactionId: undefined, ExternalTransactionId: undefined }
    return readAs(sampleWithData(kind, { ...without, ...data, PaymentDetails: details }))
  }
  const both = { TransactionId: 'AB-1', ExternalTransactionId: '0000123' }

  it('are read from PaymentDetails where the service puts them there', () => {
    expect(read({}, both)).toMatchObject({ outcome: 'paid', transactionId: 'AB-1', externalTransactionId: '0000123' })
  })

  it('are none to trust where PaymentDetails came as a JSON string that says otherwise', () => {
    expect(read(both, JSON.stringify({ Status: 'Failed' })).outcome).toBe('undetermined')
    expect(read(both, JSON.stringify({ MobileMoneyNumber: '233000000000' })).outcome).toBe('paid')
  })

  it('may stand in both places, in two forms', () => {
    const event = read(both, { transactionid: 'ab1', EXTERNAL_TRANSACTION_ID: '0000123' })
    expect(event).toMatchObject({ outcome: 'paid', transactionId: 'AB-1', externalTransactionId: '0000123' })
  })

  it.each(['TransactionId', 'ExternalTransactionId'] as const)('are none to trust where %s differs', (name) => {
    const event = read(both, { ...both, [name]: 'other' })
    expect(event.outcome).toBe('undetermined')
    expect([event.transactionId, event.externalTransactionId]).toEqual(
      name === 'TransactionId' ? [null, '0000123'] : ['AB-1', null],
    )
  })

  it('are none to trust where one place has two, or one that cannot be read', () => {
    expect(read({}, { TransactionId: 'a', transactionId: 'b' })).toMatchObject({
      outcome: 'undetermined',
      transactionId: null,
    })
    expect(read({ TransactionId: 'a' }, { TransactionId: ['a'] })).toMatchObject({
      outcome: 'undetermined',
      transactionId: null,
    })
  })

  it.each([undefined, null, 'MobileMoney', []])('may stand nowhere: PaymentDetails of %j', (details) => {
    expect(read({}, details)).toMatchObject({ transactionId: null, externalTransactionId: null })
  })
})
