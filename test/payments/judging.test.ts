import { describe, expect, it } from 'vitest'
import type { Transaction, TransactionAnswer } from '../../src/client/index.ts'
import type { ExpectedPayment } from '../../src/payments/rules/expected-payment.ts'
import {
  finalOutcomes,
  isFinal,
  isSettled,
  judgeAnswer,
  type Terms,
  unsettled,
  verdictOf,
} from '../../src/payments/rules/judge-answer.ts'
import type { Outcome } from '../../src/pushes/money/outcome.ts'
import { transactionAnswer } from '../../src/testing/index.ts'

const settled = {
  status: 'Settled',
  invoiceToken: 'ab-cd',
  fee: { amount: 0.98, amountMinor: 98 },
  customerPhone: '0000000000',
}
const terms: Terms = {
  amountMinor: 5_000,
  currencies: ['GHS'],
  reference: 'order-17',
  checkoutId: null,
  claimedCheckoutId: null,
  claimedCurrency: null,
  reasons: [],
}
const at = Date.UTC(2026, 2, 1)

function answer(outcome: Outcome, changes: Partial<Transaction> | null = {}): TransactionAnswer {
  const why = 'the record says so'
  const known = { clientReference: 'order-17', transactionId: 's1', networkTransactionId: 'n1' }
  const { transaction, ...said } = transactionAnswer({ outcome, why, ...known, amount: 50, currency: 'GHS' })
  if (transaction === null || changes === null) return { ...said, transaction: null, raw: 'as it came' }
  return { ...said, transaction: { ...transaction, ...settled, ...changes }, raw: 'as it came' }
}

describe('what the service says', () => {
  it('is taken as it is where it is what was asked for', () => {
    expect(judgeAnswer(answer('paid'), terms, at)).toEqual({
      outcome: 'paid',
      why: 'the record says so',
      needsReview: [],
      confirmation: {
        askedAt: new Date(at),
        says: 'paid',
        status: 'Settled',
        clientReference: 'order-17',
        checkoutId: null,
        transactionId: 's1',
        networkTransactionId: 'n1',
        amountMinor: 5_000,
        feeMinor: 98,
        refundedMinor: null,
        isDisputed: null,
        currencyCode: 'GHS',
        customerPhone: '0000000000',
        customerPhoneInternational: null,
        raw: 'as it came',
      },
    })
  })

  it('of a refund is compared too, and stays a refund', () => {
    const { outcome, needsReview } = judgeAnswer(answer('refunded', { amountMinor: 1, currencyCode: 'USD' }), terms, at)
    expect([outcome, needsReview]).toEqual(['refunded', ['underpaid', 'otherCurrency']])
  })

  it('of more than was asked for stays paid', () => {
    const { outcome, needsReview } = judgeAnswer(answer('paid', { amountMinor: 5_001 }), terms, at)
    expect([outcome, needsReview]).toEqual(['paid', ['overpaid']])
  })

  it.each<Outcome>(['failed', 'cancelled', 'pending', 'undetermined'])('of what is %s is not compared', (outcome) => {
    const reasons = ['late'] as const
    expect(judgeAnswer(answer(outcome, { amountMinor: 0 }), { ...terms, reasons }, at)).toMatchObject({
      outcome,
      needsReview: ['late'],
    })
  })

  it('names every reason for doubt, and the first in its why', () => {
    const other = { amountMinor: null, currencyCode: 'USD', clientReference: 'order-18' }
    expect(judgeAnswer(answer('paid', other), { ...terms, reasons: ['unexpected'] }, at)).toMatchObject({
      outcome: 'undetermined',
      why: 'the record says so; but nobody says how much was paid',
      needsReview: ['amountUnknown', 'otherCurrency', 'otherReference', 'unexpected'],
    })
  })

  it('is compared with nothing where nothing was asked for', () => {
    const none = { ...terms, amountMinor: null, currencies: [], reference: null }
    const odd = { amountMinor: 1, currencyCode: 'USD', clientReference: 'order-18' }
    expect(judgeAnswer(answer('paid', odd), none, at)).toMatchObject({ outcome: 'paid', needsReview: [] })
  })

  it('is not paid as long as nobody says how much, also where nothing was asked for', () => {
    const none = { ...terms, amountMinor: null, currencies: [], reference: null }
    expect(judgeAnswer(answer('paid', { amountMinor: null }), none, at)).toMatchObject({
      outcome: 'undetermined',
      why: 'the record says so; but nobody says how much was paid',
      needsReview: ['amountUnknown'],
    })
  })

  it('of a refund needs an amount only where one was asked for', () => {
    const reasonsFor = (amountMinor: number | null) =>
      judgeAnswer(answer('refunded', { amountMinor: null }), { ...terms, amountMinor }, at).needsReview
    expect([reasonsFor(5_000), reasonsFor(null)]).toEqual([['amountUnknown'], []])
  })

  it('without a record names nobody', () => {
    expect(judgeAnswer(answer('undetermined', null), { ...terms, checkoutId: 'c1' }, at).confirmation).toMatchObject({
      says: 'undetermined',
      checkoutId: 'c1',
      clientReference: null,
      amountMinor: null,
      raw: 'as it came',
    })
  })
})

describe('money that was paid, and is not simply there any more', () => {
  const says = (changes: Partial<Transaction>) => {
    const verdict = judgeAnswer(answer('undetermined', changes), terms, at)
    return [verdict.needsReview, isSettled(verdict)]
  }
  const some = { amount: 1, amountMinor: 100 }

  it('is the end of what the service says of it, with a reason to look', () => {
    expect(says({ refunded: some })).toEqual([['partlyRefunded'], true])
    expect(says({ isDisputed: true })).toEqual([['disputed'], true])
    expect(says({ disputed: some })).toEqual([['disputed'], true])
    expect(says({ status: 'Refunded', refunded: some })).toEqual([['partlyRefunded'], true])
  })

  it('is not what nobody paid, or what is unclear for another reason', () => {
    expect(says({})).toEqual([[], false])
    expect(says({ status: 'Pending', refunded: some })).toEqual([[], false])
    expect(says({ status: null, isDisputed: true })).toEqual([[], false])
    expect(says({ outcome: 'refunded', refunded: some })).toEqual([[], false])
  })
})

describe('the CheckoutId that is known', () => {
  const idOf = (changes: Partial<Transaction>, own: Partial<Terms>) =>
    judgeAnswer(answer('paid', changes), { ...terms, ...own }, at).confirmation.checkoutId

  it('is that of the invoice, then that of the record, then its token where a push says the same', () => {
    expect(idOf({ checkoutId: 'record' }, { checkoutId: 'invoice', claimedCheckoutId: 'AB-CD' })).toBe('invoice')
    expect(idOf({ checkoutId: 'record' }, { claimedCheckoutId: 'AB-CD' })).toBe('record')
    expect(idOf({}, { claimedCheckoutId: 'ABCD' })).toBe('ab-cd')
    expect(idOf({}, { claimedCheckoutId: 'other' })).toBeNull()
    expect(idOf({}, {})).toBeNull()
    expect(idOf({ invoiceToken: null }, { claimedCheckoutId: 'ab-cd' })).toBeNull()
  })
})

describe('a payment that is expected', () => {
  const expected: ExpectedPayment = {
    kind: 'checkout',
    question: { clientReference: 'order-17', serviceTransactionId: 's1' },
    checkoutId: 'c1',
    amountMinor: 5_000,
    currency: 'GHS',
    isOurs: true,
    signed: null,
    invoice: null,
    isRecheck: false,
    hasFailed: false,
    isBesidePaid: false,
    toldAs: null,
    behind: null,
    before: 0,
    since: at,
  }

  it('has a result for each end, as far as its identity goes', () => {
    expect(finalOutcomes.every(isFinal)).toBe(true)
    expect((['pending', 'undetermined'] as const).some(isFinal)).toBe(false)
    expect(verdictOf('paid', expected)).toMatchObject({
      outcome: 'paid',
      confirmation: { says: 'paid', clientReference: 'order-17', checkoutId: 'c1', transactionId: 's1' },
    })
    const byCheckout = { ...expected, checkoutId: null, question: { checkoutId: 'c2' } }
    expect(verdictOf('paid', byCheckout).confirmation).toMatchObject({
      checkoutId: 'c2',
      clientReference: null,
      transactionId: null,
    })
  })

  it('of which there is no record is as unsettled, for another reason', () => {
    expect(unsettled('unknownReference', expected, 'there is no record', at)).toMatchObject({
      outcome: 'undetermined',
      why: 'there is no record',
      needsReview: ['unknownReference'],
    })
  })

  it('is given up with why, and nothing is known of it', () => {
    expect(unsettled('givenUp', expected, 'nobody answers', at + 1)).toMatchObject({
      outcome: 'undetermined',
      why: 'it was given up: nobody answers',
      needsReview: ['givenUp'],
      confirmation: { says: 'undetermined', askedAt: new Date(at + 1), clientReference: 'order-17', amountMinor: null },
    })
  })
})
