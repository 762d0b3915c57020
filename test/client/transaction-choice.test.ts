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

  it.each([
    ['the same', {}],
    ['the same in another form', { TransactionId: 'S-1' }],
  ])('two that agree are one: %s', (_what, change) => {
    const answer = ask({ clientReference: 'order-17' }, record, { ...record, ...change })
    expect(answer).toMatchObject({ outcome: 'paid', isPaidTwice: false })
  })
})

describe('several tries of one payment', () => {
  const no = (TransactionStatus: string, id: string, change: object = {}) => ({
    ...record,
    TransactionStatus,
    TransactionId: id,
    NetworkTransactionId: `n-${id}`,
    TransactionCycle: [],
    ...change,
  })
  const question = { clientReference: 'order-17' }

  // What each try says, and what all of them come to; written out apart from the source.
  const sayings = {
    paid: 'Settled',
    failed: 'Failed',
    cancelled: 'Cancelled',
    pending: 'Unpaid',
    refunded: 'Refunded',
    undetermined: 'Whatever',
  } as const
  type Says = keyof typeof sayings
  it.each<readonly [Says, Says, Says]>([
    ['paid', 'failed', 'paid'],
    ['paid', 'cancelled', 'paid'],
    ['paid', 'pending', 'paid'],
    ['paid', 'undetermined', 'paid'],
    ['refunded', 'failed', 'refunded'],
    ['refunded', 'cancelled', 'refunded'],
    ['refunded', 'refunded', 'refunded'],
    ['refunded', 'pending', 'undetermined'],
    ['refunded', 'undetermined', 'undetermined'],
    ['pending', 'failed', 'pending'],
    ['pending', 'cancelled', 'pending'],
    ['pending', 'undetermined', 'undetermined'],
    ['failed', 'cancelled', 'failed'],
    ['failed', 'failed', 'failed'],
    ['failed', 'undetermined', 'undetermined'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['cancelled', 'undetermined', 'undetermined'],
  ])('one that is %s and one that is %s are %s, in any order', (one, other, outcome) => {
    const records = [no(sayings[one], 's1'), no(sayings[other], 's2', { TransactionAmount: 0.5 })] as const
    const disagree = 'there are several records, and they disagree'
    for (const list of [records, records.toReversed()]) {
      const answer = ask(question, ...list)
      expect(answer.outcome).toBe(outcome)
      expect(answer.why === disagree).toBe(outcome === 'undetermined')
      expect(answer.transaction?.outcome ?? 'undetermined').toBe(outcome)
    }
  })

  it('the one that came through is told, whatever tries failed before it', () => {
    const answer = ask(question, no('Failed', 'a', { TransactionAmount: 0 }), no('Cancelled', 'b'), no('Success', 'c'))
    expect(answer).toMatchObject({ outcome: 'paid', transaction: { transactionId: 'c', amountMinor: 5_000 } })
    expect(answer.isPaidTwice).toBe(false)
  })

  it.each([
    ['its amount is 0', { TransactionAmount: 0 }],
    ['a part went back', { TotalAmountRefunded: 5 }],
    ['it is disputed', { Disputed: true }],
    ['a field of it says otherwise', { IsSuccessful: 'no' }],
  ])('a success is none where %s', (_what, change) => {
    expect(ask(question, no('Failed', 'a'), no('Success', 'b', change)).outcome).toBe('undetermined')
  })

  it('two that came through are paid twice, and the first of them is told', () => {
    const late = no('Success', 'b', { StartDate: '2026-03-02', TransactionAmount: 49 })
    const early = no('Success', 'a', { StartDate: '2026-03-01' })
    for (const list of [
      [late, early],
      [early, late],
      [early, no('Failed', 'c'), late],
    ]) {
      expect(ask(question, ...list)).toMatchObject({
        outcome: 'paid',
        isPaidTwice: true,
        transaction: { transactionId: 'a' },
      })
    }
    expect(
      ask(question, no('Success', 'a', { TransactionId: null }), no('Success', 'b', { TransactionId: null }))
        .isPaidTwice,
    ).toBe(true)
  })

  it.each([
    ['is the same transaction', { TransactionId: 'S-1' }],
    ['has the same identifier of the network', { TransactionId: null, NetworkTransactionId: 'n-s1' }],
    ['belongs to it', { RelatedTransactionId: 's1' }],
  ])('one that failed beside a success contradicts it where it %s', (_what, change) => {
    expect(ask(question, no('Success', 's1'), no('Failed', 's2', change)).outcome).toBe('undetermined')
  })

  it('of those that did not come through the last says how it stands', () => {
    const first = no('Failed', 'a', { StartDate: '2026-03-01' })
    const last = no('Failed', 'b', { StartDate: '2026-03-02' })
    expect(ask(question, first, last).transaction?.transactionId).toBe('b')
    expect(ask(question, last, first).transaction?.transactionId).toBe('b')
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
