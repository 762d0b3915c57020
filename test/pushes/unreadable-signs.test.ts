import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive } from './receive.ts'

/** What is neither a text nor a number. */
const unreadable = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()).map((fields) => ({ ...fields })),
  fc.array(fc.jsonValue()),
)

const signs = ['ResponseCode', 'Status', 'Message', 'Data.Status', 'Data.Amount'] as const

function notice(sign: (typeof signs)[number] | undefined, value: unknown) {
  const put = (name: (typeof signs)[number], usual: unknown) => (name === sign ? value : usual)
  return {
    ResponseCode: put('ResponseCode', '0000'),
    Status: put('Status', 'Success'),
    Message: put('Message', 'Success'),
    Data: {
      CheckoutId: 'c-1',
      TransactionId: 't-1',
      Status: put('Data.Status', 'Success'),
      Amount: put('Data.Amount', 50),
    },
  }
}

it('every sign that can be read makes it paid', () => {
  expect(eventOf(checkout, notice(undefined, undefined)).outcome).toBe('paid')
  expect(eventOf(ussdPayment, notice(undefined, undefined)).outcome).toBe('paid')
})

describe.each(signs)('a notice whose %s cannot be read', (sign) => {
  it('is refused as a checkout callback', () => {
    fc.assert(
      fc.property(unreadable, (value) => {
        expect(problemOf(() => eventOf(checkout, notice(sign, value))).field).toBe(sign)
      }),
    )
  })

  it('is undetermined as a USSD payment notice, and noted', () => {
    fc.assert(
      fc.property(unreadable, (value) => {
        const { event, notes } = receive(ussdPayment, notice(sign, value))
        expect(event.outcome).toBe('undetermined')
        expect(notes).toEqual([expect.stringMatching(`^${sign} must be `)])
      }),
    )
  })
})

describe.each([-1, '-5', Number.POSITIVE_INFINITY, 1e300, '1,000.00', 'fifty', true])('an amount of %j', (amount) => {
  it('is refused on a checkout callback', () => {
    expect(problemOf(() => eventOf(checkout, notice('Data.Amount', amount))).field).toBe('Data.Amount')
  })

  it('makes a USSD payment notice undetermined', () => {
    expect(eventOf(ussdPayment, notice('Data.Amount', amount))).toMatchObject({
      outcome: 'undetermined',
      why: 'a field that decides came twice with different values, or cannot be read',
      amount: null,
      amountMinor: null,
    })
  })

  it.each(['AmountPaid', 'AmountAfterCharges'])('makes a fulfilment notice undetermined where it is its %s', (name) => {
    const Payment = { IsSuccessful: true, AmountPaid: 50, AmountAfterCharges: 49, [name]: amount }
    const { event, notes } = receive(fulfilment, { OrderId: 'o-1', OrderInfo: { Status: 'Paid', Payment } })
    expect(event.outcome).toBe('undetermined')
    expect(notes).toEqual([expect.stringMatching(`^OrderInfo\\.Payment\\.${name} must be an amount`)])
  })
})

describe('an amount of more than 2 decimals', () => {
  it.each([0.004, 50.005, '0.999'])('is paid by nobody: %j', (Amount) => {
    const wanted = { outcome: 'undetermined', amount: Number(Amount), amountMinor: null }
    expect(eventOf(checkout, notice('Data.Amount', Amount))).toMatchObject(wanted)
    expect(eventOf(ussdPayment, notice('Data.Amount', Amount))).toMatchObject(wanted)
    const Payment = { IsSuccessful: true, AmountPaid: 51, AmountAfterCharges: Amount }
    expect(eventOf(fulfilment, { OrderId: 'o-1', OrderInfo: { Status: 'Paid', Payment } })).toMatchObject(wanted)
  })
})

describe('a word with a character that nobody sees', () => {
  it.each([
    'Suc\u0000cess',
    'Pa\u0000id',
    '\u0000Paid',
    'Pa\u200bid',
    '\ufeffPaid',
    'Paid\n',
    'Pa\u00adid',
    'Paid\u00a0',
  ])('is no paid word: %j', (word) => {
    for (const sign of ['Status', 'Message', 'Data.Status'] as const) {
      expect(eventOf(checkout, notice(sign, word)).outcome).toBe('undetermined')
      expect(eventOf(ussdPayment, notice(sign, word)).outcome).toBe('undetermined')
    }
    const Payment = { IsSuccessful: true, AmountPaid: 50 }
    expect(eventOf(fulfilment, { OrderId: 'o-1', OrderInfo: { Status: word, Payment } }).outcome).toBe('undetermined')
  })

  it.each(['\u0000\u0030000', '\ufeff0000', '0000\n', '00\u200b00'])('is no good code: %j', (code) => {
    expect(eventOf(ussdPayment, notice('ResponseCode', code)).outcome).toBe('undetermined')
  })
})

it('a fulfilment notice by which more was settled than paid is undetermined', () => {
  const Payment = { IsSuccessful: true, AmountPaid: 5, AmountAfterCharges: 50 }
  expect(eventOf(fulfilment, { OrderId: 'o-1', OrderInfo: { Status: 'Paid', Payment } })).toMatchObject({
    outcome: 'undetermined',
    why: 'AmountAfterCharges is more than AmountPaid',
  })
})
