import { describe, expect, it } from 'vitest'
import {
  type ExpectedPayment,
  expectedEntry,
  expectedId,
  nameOf,
  readExpected,
} from '../../src/payments/rules/expected-payment.ts'
import { askService } from '../../src/payments/rules/payment-confirmer.ts'
import { lookAgainIn } from '../../src/payments/work/preparation-trouble.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { transactionAnswer } from '../../src/testing/transaction-answer.ts'

const expected: ExpectedPayment = {
  kind: 'checkout',
  question: { clientReference: 'order-17', checkoutId: 'c1' },
  checkoutId: 'c1',
  amountMinor: 5_000,
  currency: 'GHS',
  isOurs: true,
  signed: { reference: 'order-17', sessionId: null, amountMinor: 5_000, currency: 'GHS' },
  invoice: null,
  isRecheck: false,
  hasFailed: false,
  isBesidePaid: false,
  toldAs: null,
  behind: null,
  before: 0,
  since: Date.UTC(2026, 2, 1),
}
const unsaid: ExpectedPayment = {
  ...expected,
  kind: 'ussdPayment',
  question: { networkTransactionId: 'n1' },
  checkoutId: null,
  amountMinor: null,
  currency: null,
  isOurs: false,
  signed: null,
}

const invoice = {
  clientReference: 'order-17',
  checkoutId: 'c1',
  checkoutUrl: 'https://pay.example/1',
  checkoutDirectUrl: 'https://pay.example/1/direct',
  message: 'as it says',
  responseCode: '0000',
  isPaidByHand: false,
  raw: { as: 'it came' },
}
const invoiced: ExpectedPayment = { ...expected, invoice }
const bare: ExpectedPayment = {
  ...expected,
  invoice: { ...invoice, checkoutId: null, checkoutDirectUrl: null, message: null, responseCode: null },
}

describe('an expected payment', () => {
  it.each([expected, unsaid, invoiced, bare])('is read as it was kept: %j', (one) => {
    const { payload } = expectedEntry('checkout:clientReference:order-17', one)
    expect(readExpected(JSON.parse(Buffer.from(payload).toString()))).toEqual(one)
  })

  it('of an older version had not been waited for before', () => {
    const { before: _before, ...older } = expected
    expect(readExpected(older)).toEqual({ ...expected, before: 0 })
  })

  it('is one entry, in a lane of its own, with another fingerprint for other terms', () => {
    const entry = expectedEntry('checkout:clientReference:order-17', expected)
    const id = expectedId('checkout:clientReference:order-17')
    expect(entry).toMatchObject({
      kind: 'expectedPayment',
      id,
      identity: id,
      lane: id,
      reference: 'order-17',
      state: 'waiting',
    })
    const later = expectedEntry('checkout:clientReference:order-17', { ...expected, since: 1 })
    const dearer = expectedEntry('checkout:clientReference:order-17', { ...expected, amountMinor: 6_000 })
    expect(later.fingerprint).toBe(entry.fingerprint)
    expect(dearer.fingerprint).not.toBe(entry.fingerprint)
  })

  it.each([
    undefined,
    'text',
    {},
    { question: {} },
    { question: {}, kind: 'fulfilment', since: 1 },
    { question: {}, kind: 7, since: 1 },
    { question: {}, kind: 'checkout', since: '1' },
    { kind: 'checkout', since: 1 },
  ])('is not read from another form: %j', (kept) => {
    expect(() => readExpected(kept)).toThrow(/expected payment/)
  })

  it.each([{ checkoutUrl: 'https://pay.example/1' }, { clientReference: 'order-17' }, 'https://pay.example/1', 7])(
    'has no invoice where what is kept is none: %j',
    (kept) => {
      expect(readExpected({ ...expected, invoice: kept }).invoice).toBeNull()
    },
  )

  it('is called by the first name that it has', () => {
    const names = [
      { clientReference: 'r', checkoutId: 'c2' },
      { checkoutId: 'c2' },
      { serviceTransactionId: 's1' },
      { networkTransactionId: 'n1' },
      {},
    ]
    expect(names.map((question) => nameOf({ ...unsaid, question }))).toEqual(['r', 'c2', 's1', 'n1', '?'])
    expect(nameOf({ ...unsaid, question: {}, checkoutId: 'c1' })).toBe('c1')
  })
})

describe('what is not settled is looked at again', () => {
  it('after a quarter of its age, a second at least and an hour at most', () => {
    expect([0, 4_000, 4_001, 100_000, 14_400_000, 99_999_999].map(lookAgainIn)).toEqual([
      1_000, 1_000, 1_001, 25_000, 3_600_000, 3_600_000,
    ])
  })
})

describe('asking', () => {
  const clock = manualClock()
  const { signal } = new AbortController()

  it('ends although nobody answers', async () => {
    const told = askService({ transactions: { status: () => new Promise(() => undefined) } }, {}, clock, signal)
    clock.advance(60_000)
    expect(await told).toEqual({ problem: 'there was no answer within 60000 ms' })
    expect(clock.pending).toBe(0)
  })

  it('never fails, however whoever is asked does', async () => {
    const broken = { status: () => Promise.reject(new Error('no line')) }
    expect(await askService({ transactions: broken }, {}, clock, signal)).toEqual({ problem: 'no line' })
    const odd = {
      status: () => {
        throw new Error('no phone')
      },
    }
    expect(await askService({ transactions: odd }, {}, clock, signal)).toEqual({ problem: 'no phone' })
    expect(clock.pending).toBe(0)
  })

  it('never fails on an answer that throws when it is looked at', async () => {
    const getter = { status: async () => Object.defineProperty(JSON.parse('{}'), 'outcome', { get: thrown }) }
    expect(await askService({ transactions: getter }, {}, clock, signal)).toEqual({ problem: 'no outcome' })
    expect(clock.pending).toBe(0)
  })

  it.each([
    'null',
    '"paid"',
    '[]',
    '{}',
    '{"outcome":"paid"}',
    '{"outcome":7,"transaction":null}',
    '{"outcome":"paid","transaction":"t1"}',
    '{"transaction":null}',
  ])('takes no answer without an outcome and a transaction for one: %s', async (text) => {
    const untyped = { status: async () => JSON.parse(text) }
    expect(await askService({ transactions: untyped }, {}, clock, signal)).toEqual({
      problem: expect.stringMatching(/^confirmWith answered with(out an outcome$| transactions that is not a list)/),
    })
  })

  it('takes a whole answer as it comes', async () => {
    for (const answer of [
      transactionAnswer({ outcome: 'pending' }),
      transactionAnswer({ outcome: 'failed', clientReference: 'order-17' }),
    ]) {
      const own = { status: async () => answer }
      const asked = await askService({ transactions: own }, { clientReference: 'order-17' }, clock, signal)
      expect(asked).toEqual({ answer })
    }
  })
})

function thrown(): never {
  throw new Error('no outcome')
}
