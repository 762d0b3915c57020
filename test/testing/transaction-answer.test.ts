import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, type PaymentConfirmer, type PaymentEvent } from '../../src/index.ts'
import { loadFixture, phone, replay, transactionAnswer } from '../../src/testing/index.ts'

describe('the answer of a stand-in', () => {
  it('has one record of what is given, with its outcome, and null for all else', () => {
    const { transaction, ...answer } = transactionAnswer({
      outcome: 'paid',
      clientReference: 'order-1',
      amount: 10.1,
      currency: 'GHS',
      transactionId: 'a-transaction',
    })
    expect(answer).toEqual({
      ...{ outcome: 'paid', why: 'a test says so', evidence: 'confirmed' },
      ...{ transactions: [transaction], responseCode: '0000', notes: [], raw: null },
    })
    const given = Object.entries(transaction ?? {}).filter(([, value]) => typeof value !== 'object')
    expect(Object.fromEntries(given)).toEqual({
      ...{ outcome: 'paid', why: 'a test says so', clientReference: 'order-1', transactionId: 'a-transaction' },
      ...{ amount: 10.1, amountMinor: 1_010, currencyCode: 'GHS' },
    })
    const nothing = { amount: null, amountMinor: null }
    expect(transaction).toMatchObject({ fee: nothing, refunded: nothing, disputed: nothing, history: [] })
  })

  it('may name the invoice and the transaction of the network, and say why', () => {
    const options = {
      outcome: 'failed',
      checkoutId: 'an-invoice',
      networkTransactionId: '1234',
      why: 'no funds',
    } as const
    const { why, transaction } = transactionAnswer(options)
    expect(why).toBe('no funds')
    expect(transaction).toMatchObject({ ...options, clientReference: null, transactionId: null, amountMinor: null })
  })

  it('began now, or when it is told to have begun', () => {
    const before = Date.now()
    const now = transactionAnswer({ outcome: 'paid', transactionId: 'one' }).transaction?.startedAt?.getTime()
    expect(now).toBeGreaterThanOrEqual(before)
    const startedAt = new Date(0)
    expect(transactionAnswer({ outcome: 'paid', transactionId: 'one', startedAt }).transaction?.startedAt).toBe(
      startedAt,
    )
    expect(transactionAnswer({ outcome: 'paid', startedAt }).transaction).toBeNull()
  })

  it('has no record where nothing of it is given', () => {
    const answer = transactionAnswer({ outcome: 'undetermined', clientReference: undefined })
    expect(answer).toMatchObject({ outcome: 'undetermined', transaction: null, transactions: [] })
  })
})

describe('what the compiler would refuse is refused in JavaScript too', () => {
  const refusalOf = (...given: unknown[]): unknown => {
    try {
      return Reflect.apply(transactionAnswer, undefined, given)
    } catch (error) {
      return error
    }
  }
  const names =
    'There are: outcome, why, clientReference, checkoutId, transactionId, networkTransactionId, amount, currency, startedAt'
  const outcomes = 'There are: paid, failed, cancelled, pending, refunded, undetermined'
  const wantsAmount = 'wants amount as a number from 0 with at most 2 decimals, in major currency units: 50.25'

  it.each([
    [[], "wants an object such as { outcome: 'paid', amount: 5 }, not undefined"],
    [[null], "wants an object such as { outcome: 'paid', amount: 5 }, not null"],
    [['paid'], "wants an object such as { outcome: 'paid', amount: 5 }, not a string of 4 characters"],
    [[['paid']], "wants an object such as { outcome: 'paid', amount: 5 }, not an array of 1"],
    [[{ outcome: 'paid', amountMinor: 5025 }], `has no option 'amountMinor'; 'amount' may be meant. ${names}`],
    [
      [{ outcome: 'paid', reference: 'order-1' }],
      `has no option 'reference'; 'clientReference' may be meant. ${names}`,
    ],
    [[{ outcome: 'paid', xyz: 1 }], `has no option 'xyz'. ${names}`],
    [[{ outcome: 'success' }], `wants an outcome, not 'success'; 'paid' may be meant. ${outcomes}`],
    [[{ outcome: 'payed' }], `wants an outcome, not 'payed'; 'paid' may be meant. ${outcomes}`],
    [[{ clientReference: 'order-1' }], `wants an outcome, not undefined. ${outcomes}`],
    [[{ outcome: 'paid', amount: '50.25' }], `${wantsAmount}. It is a string of 5 characters`],
    [[{ outcome: 'paid', amount: -5 }], `${wantsAmount}. It is the number -5`],
    [[{ outcome: 'paid', amount: 5.005 }], `${wantsAmount}. It is the number 5.005`],
    [[{ outcome: 'paid', amount: Number.NaN }], `${wantsAmount}. It is the number NaN`],
    [[{ outcome: 'paid', amount: null }], `${wantsAmount}. It is null`],
    [[{ outcome: 'paid', startedAt: 0 }], 'wants startedAt as a Date. It is the number 0'],
    [[{ outcome: 'paid', startedAt: new Date('soon') }], 'wants startedAt as a Date. It is an object'],
    [[{ outcome: 'paid', startDate: new Date(0) }], `has no option 'startDate'; 'startedAt' may be meant. ${names}`],
  ])('%j', (given, problem) => {
    expect(refusalOf(...given)).toMatchObject({ code: 'FMW_TESTING_ANSWER', message: `transactionAnswer ${problem}` })
  })

  it('but for an amount of 0, which a failure has', () => {
    expect(transactionAnswer({ outcome: 'failed', amount: 0 })).toMatchObject({ transaction: { amountMinor: 0 } })
  })

  it('and inside a stand-in the phone shows why', async () => {
    const { app } = await shopThatAsks({ status: async () => Reflect.apply(transactionAnswer, undefined, []) })
    await expect(phone(app).dial('*713#').pay()).rejects.toThrow(
      'no handler was called yet: transactionAnswer wants an',
    )
  })
})

describe('an application that asks a stand-in', () => {
  it('hears of a callback what the stand-in says', async () => {
    const { app, told } = await shopThatAsks({
      status: async ({ clientReference }) =>
        transactionAnswer({ outcome: 'failed', clientReference, amount: 5, currency: 'GHS' }),
    })
    await replay(app, loadFixture('checkout/paid-pascal'))
    expect(told).toMatchObject([{ outcome: 'failed', evidence: 'confirmed', amount: 5, why: 'a test says so' }])
  })

  it('hears of a USSD payment that it was paid', async () => {
    const { app, told } = await shopThatAsks({
      status: async ({ serviceTransactionId }) =>
        transactionAnswer({ outcome: 'paid', transactionId: serviceTransactionId, amount: 5 }),
    })
    await phone(app).dial('*713#').pay()
    expect(told).toMatchObject([{ outcome: 'paid', evidence: 'confirmed', amountMinor: 500 }])
  })
})

async function shopThatAsks(transactions: PaymentConfirmer['transactions']) {
  const told: PaymentEvent[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    confirmWith: { transactions },
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea' }),
    payment: (payment) => void told.push(payment),
  })
  await app.ready()
  return { app, told }
}
