import { describe, expect, it } from 'vitest'
import { identifyConfirmed } from '../../src/payments/rules/confirmed-identity.ts'
import { claimedCheckoutId, questionOf } from '../../src/payments/rules/question-of.ts'
import { checkout } from '../../src/pushes/checkout.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf } from '../pushes/receive.ts'

const callback = (Data: object) => eventOf(checkout, { ResponseCode: '0000', Status: 'Success', Data })
const notice = (Data: object) => eventOf(ussdPayment, { ResponseCode: '0000', Message: 'success', Data })

describe('the service is asked', () => {
  it('about a checkout by its reference alone: a CheckoutId beside it may be anybody’s', () => {
    const event = callback({ ClientReference: 'order-17', CheckoutId: 'c1' })
    expect(questionOf(event)).toEqual({ clientReference: 'order-17' })
    expect(claimedCheckoutId(event)).toBe('c1')
  })

  it('about a checkout without one by what its address was signed for, else by its CheckoutId', () => {
    const event = callback({ CheckoutId: 'c1' })
    const signed = { reference: 'order-17', sessionId: null, amountMinor: 5_000, currency: null }
    expect(questionOf({ ...event, signed })).toEqual({ clientReference: 'order-17' })
    expect(questionOf(event)).toEqual({ checkoutId: 'c1' })
  })

  it('about a USSD payment by its TransactionId, else the network’s, and never by the reference of the service', () => {
    const all = { TransactionId: 's1', ClientReference: 'r', ExternalTransactionId: 'n1' }
    expect(questionOf(notice(all))).toEqual({ serviceTransactionId: 's1' })
    expect(questionOf(notice({ ...all, TransactionId: undefined }))).toEqual({ networkTransactionId: 'n1' })
    expect(questionOf(notice({ ClientReference: 'r' }))).toBeUndefined()
    expect(claimedCheckoutId(notice(all))).toBeNull()
  })

  it('about nothing that has no identifier', () => {
    expect(questionOf(notice({ Amount: 5 }))).toBeUndefined()
  })
})

describe('a payment that is asked about is known', () => {
  it('by its reference, whatever its CheckoutId', () => {
    const one = identifyConfirmed(callback({ ClientReference: 'order-17', CheckoutId: 'c1' }))
    const other = identifyConfirmed(callback({ ClientReference: 'order-17', CheckoutId: 'c2' }))
    expect([one.lane, other.lane]).toEqual(['clientReference:order-17', 'clientReference:order-17'])
  })

  it('by its CheckoutId, where there is no reference', () => {
    expect(identifyConfirmed(callback({ CheckoutId: 'c1' })).lane).toBe('checkoutId:c1')
  })

  it('by its content, where the service names neither', () => {
    const event = { ...callback({ CheckoutId: 'c1' }), checkoutId: null }
    expect(identifyConfirmed(event).lane).toMatch(/^content:/)
  })

  it('as ever, where it is of a USSD session', () => {
    expect(identifyConfirmed(notice({ TransactionId: 's1', ClientReference: 'r' })).lane).toBe('transactionId:s1')
  })
})
