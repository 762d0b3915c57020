import { describe, expect, it } from 'vitest'
import type { TransactionQuestion } from '../../src/client/index.ts'
import { readTransactions } from '../../src/client/transactions/read-transactions.ts'
import { record } from './transactions.ts'

/** What is made of these records when this is asked for. */
const settings = { country: undefined, noRecordStatus: undefined }

function ask(question: TransactionQuestion, ...records: object[]) {
  const body = { ResponseCode: '0000', Data: records }
  return readTransactions({ status: 200, isOk: true, body, location: null }, question, settings)
}

const failed = { ...record, TransactionStatus: 'Failed', TransactionCycle: [] }
const another = {
  ...failed,
  ClientReference: 'order-18',
  TransactionId: 's2',
  NetworkTransactionId: '0000000000000000000000002',
  InvoiceToken: 'token-2',
}

describe('of several records', () => {
  it('the one that was asked for is taken', () => {
    const answer = ask({ clientReference: 'order-17' }, another, record)
    expect(answer).toMatchObject({ outcome: 'paid', transaction: { clientReference: 'order-17' } })
    expect(answer.transactions).toHaveLength(2)
  })

  it('those that were asked for and disagree are undetermined', () => {
    expect(ask({ clientReference: 'order-17' }, record, failed)).toMatchObject({
      outcome: 'undetermined',
      why: 'there are several records, and they disagree',
      transaction: null,
    })
  })

  it.each([
    ['amount', { TransactionAmount: 49 }],
    ['currency', { CurrencyCode: 'NGN' }],
    ['refund', { TotalAmountRefunded: null }],
  ])('two that differ in their %s disagree', (_what, change) => {
    expect(ask({ clientReference: 'order-17' }, record, { ...record, ...change }).outcome).toBe('undetermined')
  })

  it('two that agree are one', () => {
    expect(ask({ clientReference: 'order-17' }, record, { ...record, TransactionId: 's2' }).outcome).toBe('paid')
  })
})

describe("somebody else's record", () => {
  it('is not taken', () => {
    expect(ask({ clientReference: 'order-18' }, record)).toMatchObject({
      outcome: 'undetermined',
      why: 'no record carries what was asked for; give clientReference too',
      transaction: null,
    })
  })

  it('is one that carries another value under any identifier of the question', () => {
    expect(ask({ clientReference: 'order-17', serviceTransactionId: 's2' }, record).outcome).toBe('undetermined')
    expect(ask({ clientReference: 'order-17', serviceTransactionId: 's1' }, record).outcome).toBe('paid')
  })

  it('may be one that carries none of them', () => {
    expect(ask({ clientReference: 'order-17' }, { ...record, ClientReference: null }).outcome).toBe('undetermined')
  })

  it('is told by the very letters of your reference', () => {
    expect(ask({ clientReference: 'ORDER-17' }, record).outcome).toBe('undetermined')
  })
})

describe('an identifier of the service', () => {
  it.each<readonly [string, TransactionQuestion]>([
    ['its transaction', { serviceTransactionId: 'S1' }],
    ["its network's transaction", { networkTransactionId: '0000000000000000000000001' }],
    ['its invoice, where the token is it', { checkoutId: 'TOKEN1' }],
  ])('finds the record by %s, with dashes or without, in either case', (_what, question) => {
    expect(ask(question, another, record).transaction?.clientReference).toBe('order-17')
  })

  it('finds the record by an identifier of the invoice that it carries', () => {
    expect(ask({ checkoutId: 'c1' }, { ...record, CheckoutId: 'C-1' }).outcome).toBe('paid')
    expect(ask({ checkoutId: 'c2' }, { ...record, CheckoutId: 'c1' }).outcome).toBe('undetermined')
  })

  it('does not find it by an invoice that it does not carry, unless the reference is given too', () => {
    expect(ask({ checkoutId: 'c1' }, record).outcome).toBe('undetermined')
    expect(ask({ checkoutId: 'c1', clientReference: 'order-17' }, record).outcome).toBe('paid')
  })
})
