import { describe, expect, it } from 'vitest'
import type { TalkPayment } from '../../src/conversation/index.ts'
import { payOnProgrammable, payOnUssd } from '../../src/conversation/script/pay-with.ts'
import { programmableReplies, ussdReplies } from '../../src/replies/index.ts'

const tea: TalkPayment = { name: 'Tea', quantity: 1, price: 5 }
const { pay } = ussdReplies({ callbackUrl: 'https://shop.example/notices' })
const payIn = () => pay

const onUssd = (payment: Partial<TalkPayment>) =>
  payOnUssd(payIn, 'Approve', { ...tea, ...payment }, {}, { sessionId: 's-1', mobile: '+233000000000' }).payment

describe('a payment on USSD', () => {
  it('ends the session with what is to be paid', () => {
    const reply = payOnUssd(
      payIn,
      'Approve',
      tea,
      { state: null, label: 'Pay', sensitive: true },
      { sessionId: 's-1', mobile: '+233000000000' },
    )
    expect(reply).toMatchObject({ type: 'release', message: 'Approve', label: 'Pay', sensitive: true, hasState: true })
    expect(reply.payment).toEqual({ amount: 5, description: 'Tea', callbackUrl: 'https://shop.example/notices' })
  })

  it.each([
    [{ quantity: 3, price: 0.1 }, 0.3],
    [{ quantity: 20, price: 60 }, 1200],
    [{ quantity: 1.5, price: 2.99 }, 4.49],
    [{ quantity: 3, price: 33.33 }, 99.99],
    [{ quantity: 0.1, price: 0.35 }, 0.04],
    [{ quantity: 0.5, price: 0.01 }, 0.01],
    [{ quantity: 0.499, price: 0.03 }, 0.01],
    [{ quantity: 1.005, price: 1 }, 1.01],
    [{ quantity: 0.001, price: 90071992547409 }, 90071992547.41],
  ])('is of the whole amount of %j', (payment, amount) => {
    expect(onUssd(payment)?.amount).toBe(amount)
  })

  it.each([
    [{}, 'Tea'],
    [{ quantity: 2 }, '2 x Tea'],
    [{ reference: 'order-7' }, 'Tea, order-7'],
    [{ quantity: 2, reference: 'order-7', description: 'Your tea' }, 'Your tea'],
  ])('says what is paid for: %j', (payment, description) => {
    expect(onUssd(payment)?.description).toBe(description)
  })

  it('leaves out the end of a long name, and never the reference', () => {
    const name = 'Rice and beans '.repeat(10).trim()
    const description = onUssd({ name, quantity: 2, reference: 'order-7' })?.description ?? ''
    expect(description).toHaveLength(100)
    expect(description).toMatch(/^2 x Rice and beans .*\.\.\., order-7$/)
    expect(onUssd({ name: 'x'.repeat(100) })?.description).toBe('x'.repeat(100))
  })

  it('leaves no half of a character in its description', () => {
    for (const before of ['', 'x']) {
      expect(onUssd({ name: before + '🍵'.repeat(60) })?.description.isWellFormed()).toBe(true)
      expect(onUssd({ name: before + '🍵'.repeat(60) })?.description).not.toContain('\ufffd')
    }
  })

  it('names no reference beside which no name would fit', () => {
    expect(onUssd({ reference: 'r'.repeat(60) })?.description).toMatch(/, r{60}$/)
    expect(onUssd({ reference: 'r'.repeat(61) })?.description).not.toContain('r'.repeat(61))
  })

  it('is built for its session, with the reference', () => {
    const asked: unknown[] = []
    const noted = (...whose: unknown[]) => {
      asked.push(whose)
      return pay
    }
    const [one, other] = ['s-1', 's-2'].map((sessionId) => ({ sessionId, mobile: '+233000000000' }))
    if (one === undefined || other === undefined) throw new Error('there are two')
    payOnUssd(noted, 'Approve', tea, {}, one)
    payOnUssd(noted, 'Approve', { ...tea, reference: 'order-7' }, {}, other)
    expect(asked).toEqual([
      [one, undefined],
      [other, 'order-7'],
    ])
  })

  it('has its notice sent where it says', () => {
    expect(onUssd({ callbackUrl: 'https://shop.example/tea' })?.callbackUrl).toBe('https://shop.example/tea')
  })

  it.each([{ price: 0 }, { price: -5 }, { quantity: 0 }, { price: Number.NaN }, { price: 0.001 }])(
    'is refused where %j leaves nothing to pay',
    (payment) => {
      expect(() => onUssd(payment)).toThrow(expect.objectContaining({ code: 'FMW_REPLY_AMOUNT' }))
    },
  )
})

describe('a payment of a programmable service', () => {
  it('sends its item to the checkout', () => {
    const payment = { ...tea, quantity: 2, reference: 'order-7', description: 'Your tea' }
    const reply = payOnProgrammable(programmableReplies(), 'Approve', payment, { state: null })
    expect(reply).toMatchObject({ type: 'addToCart', message: 'Approve' })
    expect(reply.items).toEqual([{ name: 'Tea', quantity: 2, price: 5 }])
  })
})
