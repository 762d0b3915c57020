import { describe, expect, it } from 'vitest'
import { readClientOptions } from '../../src/client/client-options.ts'
import { readTransactions } from '../../src/client/transactions/read-transactions.ts'
import { problemOf } from '../../src/payments/rules/payment-confirmer.ts'
import { record } from './transactions.ts'

const question = { clientReference: 'order-17' }
const credentials = { baseUrl: 'https://api.example', apiId: 'id', apiKey: 'key' }

/** What a client with these types makes of an answer with these records. */
function ask(paymentTypes: readonly string[] | undefined, ...changes: readonly object[]) {
  const settings = readClientOptions({ ...credentials, ...(paymentTypes === undefined ? {} : { paymentTypes }) })
  const Data = changes.map((change) => ({ ...record, ...change }))
  const body = { ResponseCode: '0000', Data }
  return readTransactions({ status: 200, isOk: true, body, location: null }, question, settings)
}

const words = [
  ...['ECOMMERCE', 'COMMERCE', 'GHQR', 'CASH-IN', 'MOMO-DEBIT', 'CUSTOMER-TO-BUSINESS', 'VOUCHER'],
  'E-Zahlung für Käufer',
]

describe('a paid record with a type that is not known', () => {
  it.each(words)('is undetermined, and says which and what to set: %s', (TransactionType) => {
    for (const types of [undefined, [], ['OTHER']]) {
      expect(ask(types, { TransactionType })).toMatchObject({
        outcome: 'undetermined',
        why: `its TransactionType '${TransactionType}' is not known to be money in: if it is, add it to paymentTypes of the client`,
      })
    }
  })

  it.each(words)('is paid where the merchant set it, by letters and digits in any case: %s', (TransactionType) => {
    const spelt = ` ${TransactionType.toLowerCase().replaceAll('-', '_ ')}.`
    const answer = ask([spelt], { TransactionType })
    expect(answer).toMatchObject({ outcome: 'paid', transaction: { transactionType: TransactionType } })
    expect(problemOf(answer, question)).toBeUndefined()
  })

  it('shows a long one in short, and nothing that cannot be seen', () => {
    const { why } = ask(undefined, { TransactionType: `X\u202e${'y'.repeat(200)}` })
    expect(why).toBe(
      `its TransactionType 'X\\u202e${'y'.repeat(38)}…' is not known to be money in: if it is, add it to paymentTypes of the client`,
    )
  })
})

describe('a type that the merchant set', () => {
  const types = ['ECOMMERCE', 'MOMO-DEBIT']

  it.each([
    ['another type', { TransactionType: 'ECOMMERCE-2' }],
    ['a part of it', { TransactionType: 'COMMERCE' }],
    ['a refund', { TransactionType: 'ECOMMERCE-REFUND' }],
    ['a dispute', { TransactionType: 'ECOMMERCE', Disputed: true }],
    ['a code that refuses', { TransactionType: 'ECOMMERCE', ResponseCode: '2001' }],
    ['a second type that differs', { TransactionType: 'ECOMMERCE', transaction_type: 'SEND-MONEY' }],
  ])('makes nothing else paid: %s', (_what, change) => {
    expect(ask(types, change).outcome).toBe('undetermined')
  })

  it('says of money that went out that it went the other way', () => {
    for (const TransactionType of ['SEND-MONEY', 'PAYOUT', 'REFUND', 'RETURN']) {
      expect(ask(types, { TransactionType }).why).toBe('the money of this record went the other way')
    }
  })

  it('is judged so among several tries, and beside what a payment names', () => {
    const failed = { TransactionStatus: 'Failed', TransactionCycle: [], TransactionId: 'a', NetworkTransactionId: 'a' }
    const paid = { TransactionType: 'MOMO-DEBIT', TransactionId: 'b', NetworkTransactionId: 'b' }
    const beside = { RelatedTransactionId: 'c', RelatedTransactionType: 'ECOMMERCE' }
    const answer = ask(types, { ...failed, TransactionType: 'ECOMMERCE' }, { ...paid, ...beside })
    expect(answer).toMatchObject({ outcome: 'paid', transaction: { transactionId: 'b' }, isPaidTwice: false })
    expect(problemOf(answer, question)).toBeUndefined()
    expect(ask([], failed, { TransactionType: 'RECEIVE-MONEY', ...beside }).outcome).toBe('undetermined')
  })

  it('is money that came twice, where two records have it', () => {
    const second = { TransactionType: 'MOMO-DEBIT', TransactionId: 'b', NetworkTransactionId: 'b', InvoiceToken: 'b' }
    expect(ask(types, {}, second)).toMatchObject({ outcome: 'paid', isPaidTwice: true })
  })

  it('leaves an outcome that is told as it is: a stand-in must give a list of texts', () => {
    const answer = ask(types, { TransactionType: 'ECOMMERCE' })
    const changed = Object.assign({}, answer, { transaction: { ...answer.transaction, paymentTypes: 7 } })
    expect(problemOf(changed, question)).toMatch(/transaction\.paymentTypes/)
  })
})
