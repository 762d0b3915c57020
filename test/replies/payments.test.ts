import { describe, expect, it } from 'vitest'
import { type PaymentRequest, programmableReplies, ussdPay, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { pay } = ussdReplies({ callbackUrl: 'https://shop.example/notices' })
const programmable = programmableReplies()

const tea = { name: 'Tea', quantity: 1, price: 5 }
const rice = { name: 'Rice', quantity: 2, price: 60 }

/** As an application in plain JavaScript may give it, which the types refuse. */
const given = (payment: object): PaymentRequest => Object(payment)

const onUssd = (payment: PaymentRequest) => pay('Approve', payment).payment

describe('a USSD payment', () => {
  it('is a release with the amount and the description', () => {
    const reply = pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'order-1' })
    expect(reply).toMatchObject({ type: 'release', dataType: 'display', fieldType: 'text', items: undefined })
    expect(reply.payment).toEqual({ amount: 5, description: 'Tea', callbackUrl: 'https://shop.example/notices' })
    expect(reply.reference).toBe('order-1')
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
  ])('is of the whole amount of %j', (item, amount) => {
    expect(onUssd({ name: 'Tea', ...item })?.amount).toBe(amount)
    expect(onUssd({ items: [{ name: 'Tea', ...item }] })?.amount).toBe(amount)
  })

  it('is of the sum of several items, each rounded to the hundredth', () => {
    expect(onUssd({ items: [tea, rice] })).toMatchObject({ amount: 125, description: 'Tea, 2 x Rice' })
    const half = { name: 'Salt', quantity: 0.5, price: 0.01 }
    expect(onUssd({ items: [half, half] })?.amount).toBe(0.02)
  })

  it.each([
    [{}, 'Tea'],
    [{ quantity: 2 }, '2 x Tea'],
    [{ reference: 'order-7' }, 'Tea, order-7'],
    [{ quantity: 2, reference: 'order-7', description: 'Your tea' }, 'Your tea'],
  ])('says what is paid for: %j', (terms, description) => {
    expect(onUssd({ ...tea, ...terms })?.description).toBe(description)
  })

  it('leaves out the end of a long name, and never the reference', () => {
    const name = 'Rice and beans '.repeat(10).trim()
    const description = onUssd({ ...tea, name, quantity: 2, reference: 'order-7' })?.description ?? ''
    expect(description).toHaveLength(100)
    expect(description).toMatch(/^2 x Rice and beans .*\.\.\., order-7$/)
    expect(onUssd({ ...tea, name: 'x'.repeat(100) })?.description).toBe('x'.repeat(100))
    const cart = onUssd({ items: Array.from({ length: 30 }, () => rice), reference: 'order-7' })?.description
    expect(cart).toMatch(/^2 x Rice, 2 x Rice, .*\.\.\., order-7$/)
    expect(cart).toHaveLength(100)
  })

  it('has a description of one line, without what turns it or is not seen', () => {
    const described = (description: string) => onUssd({ amount: 5, description })?.description
    expect(described('Fees\r\n of\tAma\u202e\u200b\u0007\n')).toBe('Fees of Ama')
    expect(onUssd({ ...tea, name: 'Tea\nand\u2066 milk', reference: 'order\n7' })?.description).toBe(
      'Tea and milk, order 7',
    )
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
    expect(described(family)).toBe(family)
  })

  it('leaves no half of a character in its description', () => {
    for (const before of ['', 'x']) {
      const { description = '' } = onUssd({ ...tea, name: before + '🍵'.repeat(60) }) ?? {}
      expect(description.isWellFormed()).toBe(true)
      expect(description).not.toContain('\ufffd')
    }
  })

  it('names no reference beside which no name would fit', () => {
    expect(onUssd({ ...tea, reference: 'r'.repeat(60) })?.description).toMatch(/, r{60}$/)
    expect(onUssd({ ...tea, reference: 'r'.repeat(61) })?.description).not.toContain('r'.repeat(61))
  })

  it('asks for the address of its notice with the amount and the reference, and where it names none', () => {
    const asked: unknown[] = []
    const noted = ussdPay(({ amount, reference }) => {
      asked.push([amount, reference])
      return 'https://shop.example/noted'
    })
    expect(noted('Approve', { ...rice, reference: 'order-7' }).payment?.callbackUrl).toBe('https://shop.example/noted')
    expect(noted('Approve', tea).payment?.callbackUrl).toBe('https://shop.example/noted')
    const own = 'https://shop.example/tea'
    expect(noted('Approve', { ...tea, callbackUrl: own }).payment?.callbackUrl).toBe(own)
    expect(asked).toEqual([
      [120, 'order-7'],
      [5, undefined],
    ])
  })

  it('leaves out the end of a description of more than 100 characters: an order may have been made before it', () => {
    const described = (description: string) => onUssd({ amount: 5, description })?.description
    expect(described('x'.repeat(100))).toBe('x'.repeat(100))
    expect(described('x'.repeat(101))).toBe(`${'x'.repeat(97)}...`)
    expect(described(`x${'🍵'.repeat(60)}`)).toBe(`x${'🍵'.repeat(48)}...`)
    expect(onUssd({ ...tea, reference: 'order-7', description: 'x'.repeat(4000) })?.description).toBe(
      `${'x'.repeat(97)}...`,
    )
    expect(thrownBy(() => described('x'.repeat(4001))).code).toBe('FMW_REPLY_TEXT_LENGTH')
  })
})

describe('a programmable payment', () => {
  it('sends one item to the checkout', () => {
    const reply = programmable.pay('Confirm', { ...tea, reference: 'order-7', description: 'Your tea' })
    expect(reply).toMatchObject({ type: 'addToCart', dataType: 'display', payment: undefined, reference: 'order-7' })
    expect(reply.items).toEqual([tea])
  })

  it('sends several, and of each only what the service knows', () => {
    const row = { id: 7, ...tea }
    expect(programmable.pay('Confirm', { items: [row, rice] }).items).toEqual([tea, rice])
  })

  it('sends a sum as one item, by its description', () => {
    const fees = { amount: 125.5, description: 'School fees', reference: 'pupil-7' }
    expect(programmable.pay('Confirm', fees).items).toEqual([{ name: 'School fees', quantity: 1, price: 125.5 }])
    const description = `Fees of ${'Ama '.repeat(40).trim()}`
    expect(programmable.pay('Confirm', { ...fees, description }).items).toEqual([
      { name: description, quantity: 1, price: 125.5 },
    ])
  })
})

describe('a payment on any channel', () => {
  const builders = [
    ['USSD', pay],
    ['a programmable service', programmable.pay],
  ] as const
  const needed = 'turn.pay needs what is to be paid: { items: [{ name, quantity, price }], reference }, one item alone'

  describe.each(builders)('%s', (_name, build) => {
    it.each([
      [5, 'FMW_REPLY_PAYMENT', `${needed}`],
      [[tea], 'FMW_REPLY_PAYMENT', needed],
      [{}, 'FMW_REPLY_PAYMENT', needed],
      [{ reference: 'order-1' }, 'FMW_REPLY_PAYMENT', needed],
      [{ items: [] }, 'FMW_REPLY_PAYMENT', 'but it is an empty array'],
      [{ items: tea }, 'FMW_REPLY_PAYMENT', needed],
      [{ items: [null] }, 'FMW_REPLY_PAYMENT', 'but it is null'],
      [{ ...tea, reference: 17 }, 'FMW_REPLY_TEXT', 'but it is the number 17. Write String(order.id).'],
      [{ items: [tea], amount: 5, description: 'Tea' }, 'FMW_REPLY_PAYMENT', 'but it has 2: items and amount.'],
      [{ ...tea, items: [tea] }, 'FMW_REPLY_PAYMENT', 'but it has 2: one item and items.'],
      [{ ...tea, amount: 5 }, 'FMW_REPLY_PAYMENT', 'and one of the three'],
      [{ items: [tea, { ...tea, name: ' ' }] }, 'FMW_REPLY_TEXT', 'The name of item 2 must be'],
      [{ items: [tea, { ...tea, price: 0 }] }, 'FMW_REPLY_AMOUNT', 'The price of item 2 must be'],
      [{ name: 'Tea', price: 5 }, 'FMW_REPLY_QUANTITY', 'The quantity of the item must be'],
      [{ ...tea, quantity: 0 }, 'FMW_REPLY_QUANTITY', 'The quantity of the item must be'],
      [{ ...tea, quantity: '2' }, 'FMW_REPLY_QUANTITY', 'The quantity of the item must be'],
      [{ ...tea, price: 4.999 }, 'FMW_REPLY_AMOUNT', 'The price of the item must be'],
      [{ ...tea, price: Number.NaN }, 'FMW_REPLY_AMOUNT', 'The price of the item must be'],
      [{ ...tea, price: 0.01, quantity: 0.4 }, 'FMW_REPLY_AMOUNT', 'The sum of the items must be'],
      [{ ...tea, price: 1e12, quantity: 1e9 }, 'FMW_REPLY_AMOUNT', 'The sum of the items must be'],
      [{ amount: 5 }, 'FMW_REPLY_TEXT', 'The description must be'],
      [{ amount: 0, description: 'Tea' }, 'FMW_REPLY_AMOUNT', 'The amount must be'],
      [{ ...tea, reference: ' ' }, 'FMW_REPLY_TEXT', 'The reference must be'],
      [{ ...tea, reference: 7 }, 'FMW_REPLY_TEXT', 'The reference must be'],
      [{ ...tea, description: 5 }, 'FMW_REPLY_TEXT', 'The description must be'],
      [{ ...tea, callbackUrl: 'shop' }, 'FMW_REPLY_CALLBACK_URL', 'The callbackUrl must be'],
      [{ ...tea, qty: 1 }, 'FMW_REPLY_OPTION_NAME', 'The payment of turn.pay takes nothing called "qty"'],
      [{ ...tea, callbackURL: 'https://shop.example' }, 'FMW_REPLY_OPTION_NAME', '"callbackUrl" may be meant'],
    ])('refuses %j, and says why', (payment, code, message) => {
      const thrown = thrownBy(() => build('Pay', given(Object(payment))))
      expect(thrown).toMatchObject({ code })
      expect(thrown.message).toContain(message)
    })

    it('refuses a list with a hole in it', () => {
      const items = [tea, rice]
      delete items[0]
      expect(thrownBy(() => build('Pay', { items })).message).toContain('but it is undefined')
    })

    it('refuses nothing at all', () => {
      // @ts-expect-error it is an object
      expect(thrownBy(() => build('Pay')).message).toContain('but it is undefined')
      // @ts-expect-error it is an object
      expect(thrownBy(() => build('Pay', null)).message).toContain('but it is null')
    })
  })
})
