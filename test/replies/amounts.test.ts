import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { programmableReplies, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const ussd = ussdReplies({})
const programmable = programmableReplies()

const amountOf = (amount: number) => ussd.pay('Pay', { amount, description: 'Tea' }).payment?.amount
const quantityOf = (quantity: number) =>
  programmable.pay('Pay', { name: 'Tea', quantity, price: 5 }).items?.[0]?.quantity

describe('an amount', () => {
  it.each([
    [5, 5],
    [0.01, 0.01],
    [12.5, 12.5],
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [4.35 * 100, 435],
    [1000.1 + 2000.2, 3000.3],
    [0.0100000001, 0.01],
    [90071992547409.9, 90071992547409.9],
  ])('of %d is sent as %d', (given, sent) => {
    expect(amountOf(given)).toBe(sent)
  })

  it.each([10.005, 0.001, 0.015, 1.999, 3.00001])('of %d has too many decimals and is refused', (amount) => {
    const thrown = thrownBy(() => amountOf(amount))
    expect(thrown.code).toBe('FMW_REPLY_AMOUNT')
    expect(thrown.message).toContain(`at most 2 decimals, in major currency units, but it is the number ${amount}.`)
  })

  it.each([0, -0, -5, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])(
    'of %d cannot be paid and is refused',
    (amount) => {
      expect(thrownBy(() => amountOf(amount)).code).toBe('FMW_REPLY_AMOUNT')
    },
  )

  it('is refused when its minor units are no safe integer', () => {
    expect(thrownBy(() => amountOf(90071992547410)).code).toBe('FMW_REPLY_AMOUNT')
  })

  it('is refused as a string, whose text is not shown', () => {
    // @ts-expect-error an amount is a number
    const thrown = thrownBy(() => amountOf('50.00'))
    expect(thrown.message).toContain('it is a string of 5 characters. Convert strings with Number()')
  })

  it('is checked the same way as the price of an item and the amount of a choice', () => {
    const item = { name: 'Tea', quantity: 1 }
    expect(programmable.pay('Pay', { ...item, price: 0.1 + 0.2 }).items?.[0]?.price).toBe(0.3)
    expect(thrownBy(() => programmable.pay('Pay', { ...item, price: 10.005 })).message).toContain(
      'The price of the item',
    )
    expect(
      thrownBy(() =>
        programmable.pay('Pay', {
          items: [
            { ...item, price: 5 },
            { ...item, price: 0 },
          ],
        }),
      ).message,
    ).toContain('The price of item 2')
    expect(ussd.menu('Tea', [{ label: 'Cup', amount: 0.1 + 0.2 }]).data[0]?.amount).toBe(0.3)
    expect(thrownBy(() => ussd.menu('Tea', ['Cup', { label: 'Pot', amount: -1 }])).message).toContain(
      'The amount of choice 2',
    )
  })

  it('is written with at most 2 decimals, whatever sum of prices it came from', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(prices, (minor) => {
        const sum = minor.reduce((total, price) => total + price / 100, 0)
        const exact = minor.reduce((total, price) => total + price, 0) / 100
        expect(amountOf(sum)).toBe(exact)
        expect(String(amountOf(sum))).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})

describe('a quantity', () => {
  it.each([
    [1, 1],
    [0.001, 0.001],
    [1.25, 1.25],
    [0.1 + 0.2, 0.3],
    [1.005, 1.005],
  ])('of %d is sent as %d', (given, sent) => {
    expect(quantityOf(given)).toBe(sent)
  })

  it.each([0, -1, 1.0005, 0.0004, Number.NaN, Number.POSITIVE_INFINITY, 1e16])('of %d is refused', (quantity) => {
    const thrown = thrownBy(() => quantityOf(quantity))
    expect(thrown.code).toBe('FMW_REPLY_QUANTITY')
    expect(thrown.message).toContain('The quantity of the item must be a number above 0 with at most 3 decimals')
  })
})
