import { expect, it } from 'vitest'
import type { TransactionAnswer } from '../../src/client/index.ts'
import type { Outcome } from '../../src/index.ts'
import { judgeAnswer } from '../../src/payments/rules/judge-answer.ts'
import { problemOf } from '../../src/payments/rules/payment-confirmer.ts'
import { transactionAnswer } from '../../src/testing/index.ts'
import { linesOf } from '../http/lines.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { openShopInTime, reference } from './shop.ts'

const question = { clientReference: reference }
const good = transactionAnswer({ outcome: 'paid', clientReference: reference, amount: 50, currency: 'GHS' })

/** An answer as JavaScript may give it, with some fields of its record otherwise. */
const withRecord = (changes: object): TransactionAnswer =>
  Object.assign({}, good, { transaction: Object.assign({}, good.transaction, changes) })
const withFields = (changes: object): TransactionAnswer => Object.assign({}, good, changes)

it('a whole answer about what was asked is believed', () => {
  expect(problemOf(good, question)).toBeUndefined()
  expect(problemOf(withRecord({ amount: null, amountMinor: null }), question)).toBeUndefined()
  expect(problemOf(withRecord({ isDisputed: false }), question)).toBeUndefined()
  expect(problemOf(withRecord({ status: 'Settled' }), question)).toBeUndefined()
  expect(problemOf(withFields({ isPaidTwice: true }), question)).toBeUndefined()
  for (const outcome of ['failed', 'cancelled', 'refunded', 'pending', 'undetermined'] as const) {
    expect(problemOf(transactionAnswer({ outcome, clientReference: reference }), question)).toBeUndefined()
  }
  for (const outcome of ['pending', 'undetermined'] as const) {
    expect(problemOf(transactionAnswer({ outcome }), question)).toBeUndefined()
  }
})

const step = (status: string) => ({ at: null, status })
const paid = Object.assign({}, good.transaction, { transactionId: 'a' })
const of = (outcome: Outcome, changes: object): TransactionAnswer => {
  const answer = transactionAnswer({ outcome, clientReference: reference, amount: 50, currency: 'GHS' })
  return Object.assign(answer, { transaction: Object.assign({}, answer.transaction, changes) })
}
const failedWith = (changes: object) => of('failed', changes)
const refundOf = (amountMinor: number) => of('refunded', { refunded: { amount: amountMinor / 100, amountMinor } })

it('an answer is believed with whatever does not contradict it', () => {
  expect(problemOf(withRecord({ history: [step('Success'), step('Failed')] }), question)).toBeUndefined()
  expect(problemOf(withFields({ responseCode: null }), question)).toBeUndefined()
  const tries = [paid, { ...paid, transactionId: 'b', outcome: 'failed' }]
  expect(problemOf(withFields({ transactions: tries }), question)).toBeUndefined()
  const twice = [paid, { ...paid, transactionId: 'b' }]
  expect(problemOf(withFields({ transactions: twice, isPaidTwice: true }), question)).toBeUndefined()
  for (const amountMinor of [10_000, null]) {
    expect(problemOf(withFields({ payments: { count: 2, amountMinor } }), question)).toBeUndefined()
  }
  expect(problemOf(refundOf(5_000), question)).toBeUndefined()
})

const bad: readonly (readonly [string, TransactionAnswer, RegExp])[] = [
  [
    'an amount that is no number',
    withRecord({ amountMinor: Number.NaN }),
    /transaction\.amountMinor that is not a whole/,
  ],
  ['a time in a text', withRecord({ startedAt: '2026-01-01' }), /transaction\.startedAt that is not a Date or null/],
  ['a time that is none', withRecord({ startedAt: new Date('soon') }), /transaction\.startedAt/],
  ['a negative amount', withRecord({ amountMinor: -6_000 }), /transaction\.amountMinor/],
  ['an amount in a text', withRecord({ amountMinor: '6000' }), /transaction\.amountMinor/],
  ['half a hundredth', withRecord({ amountMinor: 0.5 }), /transaction\.amountMinor/],
  ['no amount at all', withRecord({ amountMinor: undefined }), /transaction\.amountMinor/],
  ['two amounts that differ', withRecord({ amountMinor: 6_000 }), /transaction\.amount that is not amountMinor/],
  ['an amount in one form', withRecord({ amountMinor: null }), /transaction\.amount/],
  ['another reference', withRecord({ clientReference: 'other' }), /another payment/],
  ['no reference', withRecord({ clientReference: null }), /another payment/],
  [
    'a reference that is a number',
    withRecord({ clientReference: 17 }),
    /transaction\.clientReference that is not a text/,
  ],
  ['a refund that is no money', withRecord({ refunded: 5 }), /transaction\.refunded/],
  ['a fee that is not whole', withRecord({ fee: { amount: 1, amountMinor: 1.5 } }), /transaction\.fee/],
  ['a refund', withRecord({ refunded: { amount: 1, amountMinor: 100 } }), /paid of a transaction that is not/],
  ['the type of a refund', withRecord({ transactionType: 'REFUND' }), /paid of a transaction that is not/],
  ['a type that is a number', withRecord({ transactionType: 1 }), /transaction\.transactionType that is not a text/],
  ['a dispute', withRecord({ isDisputed: true }), /paid of a transaction that is not/],
  ['a flag in a text', withRecord({ isDisputed: 'no' }), /transaction\.isDisputed/],
  ['a record that failed', withRecord({ outcome: 'failed' }), /paid of a transaction that is not/],
  ['the word of a failure', withRecord({ status: 'Failed' }), /paid of a transaction that is not/],
  ['a word that nobody knows', withRecord({ status: 'Parked' }), /paid of a transaction that is not/],
  ['a newest step that failed', withRecord({ history: [step('Failed'), step('Success')] }), /newest step/],
  ['a step that is none', withRecord({ history: [null] }), /transaction\.history that is not a list of steps/],
  ['a step without a time', withRecord({ history: [{ at: 'now', status: 'Paid' }] }), /transaction\.history/],
  ['a step with a flag', withRecord({ history: [{ at: null, status: true }] }), /transaction\.history/],
  ['no history', withRecord({ history: undefined }), /transaction\.history/],
  ['the code of a failure', withFields({ responseCode: '2001' }), /beside a responseCode that says otherwise/],
  ['a code that is not over', withFields({ responseCode: '0002' }), /beside a responseCode that says otherwise/],
  ['a code in no table', withFields({ responseCode: '9999' }), /beside a responseCode that says otherwise/],
  ['a code that is a number', withFields({ responseCode: 0 }), /responseCode that is not a text or null/],
  ['a record without an outcome', withRecord({ outcome: 'PAID' }), /transaction\.outcome/],
  [
    'two records that disagree',
    withFields({ transactions: [paid, { ...paid, amount: 49, amountMinor: 4_900 }] }),
    /come to/,
  ],
  [
    'one record that names its refund',
    withFields({ transactions: [{ ...paid, relatedTransactionType: 'REFUND' }] }),
    /come to something else/,
  ],
  ['a related type that is a flag', withRecord({ relatedTransactionType: true }), /relatedTransactionType/],
  [
    'two payments as one',
    withFields({ transactions: [paid, { ...paid, transactionId: 'b' }] }),
    /come to something else/,
  ],
  ['a record beside it that is none', withFields({ transactions: [paid, {}] }), /transaction\.outcome/],
  [
    'a failure whose newest step is paid',
    failedWith({ history: [step('Success')] }),
    /failed of a transaction that is not/,
  ],
  ['a failure of a record that is paid', failedWith({ outcome: 'paid' }), /failed of a transaction that is not/],
  ['a refund of a part', refundOf(100), /refunded of a transaction that is not/],
  ['a count that is none', withFields({ payments: { count: '2', amountMinor: null } }), /payments that is not a count/],
  ['a sum that is not whole', withFields({ payments: { count: 2, amountMinor: 0.5 } }), /payments that is not a count/],
  ['a flag of two payments in a text', withFields({ isPaidTwice: 'yes' }), /isPaidTwice that is not a flag/],
  ['no record', withFields({ transaction: null }), /paid without a transaction/],
  ['a list as its record', withFields({ transaction: [] }), /transaction that is not a record/],
  ['no list of records', withFields({ transactions: undefined }), /transactions/],
  ['a list of nothing', withFields({ transactions: [null] }), /transactions/],
  ['no reason', withFields({ why: undefined }), /why/],
  ['an outcome of its own', withFields({ outcome: 'PAID' }), /without an outcome/],
  ['nothing', JSON.parse('null'), /without an outcome/],
]

it.each(bad)('a confirmWith of your own that answers with %s is not believed', (_what, answer, problem) => {
  expect(problemOf(answer, question)).toMatch(problem)
})

it('a confirmWith of your own need not list its record once more', () => {
  expect(problemOf(withFields({ transactions: [] }), question)).toBeUndefined()
})

it('paid with an amount of nothing is not paid', () => {
  const nothing = transactionAnswer({ outcome: 'paid', clientReference: reference, amount: 0, currency: 'GHS' })
  const terms = {
    currencies: [],
    reference: null,
    checkoutId: null,
    claimedCheckoutId: null,
    claimedCurrency: null,
    reasons: [],
  }
  for (const amountMinor of [null, 0, 5_000]) {
    const { outcome, needsReview } = judgeAnswer(nothing, { ...terms, amountMinor }, 0)
    expect({ outcome, needsReview }).toEqual({ outcome: 'undetermined', needsReview: ['amountUnknown'] })
  }
})

it('what is not believed is asked again, tells nothing as paid, and the log says why', async () => {
  const lines = linesOf()
  let answer = withRecord({ amountMinor: -6_000 })
  const confirmWith = { transactions: { status: async () => answer } }
  const shop = await openShopInTime({ client: undefined, confirmWith }, { host: { server: { logger: lines.logger } } })
  await shop.push()
  await eventually(() => lines.saying('a notification waits').length > 0)
  expect(shop.told).toEqual([])
  expect(lines.text()).toContain('transaction.amountMinor that is not a whole number of hundredths')
  answer = good
  await shop.passing(1_000, () => shop.told.length === 1)
  expect(shop.told.map(({ event }) => [event.outcome, event.evidence, event.amountMinor])).toEqual([
    ['paid', 'confirmed', 5_000],
  ])
})
