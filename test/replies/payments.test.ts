import { describe, expect, it } from 'vitest'
import { programmableReplies, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { pay } = ussdReplies({})
const programmable = programmableReplies()

describe('a USSD payment', () => {
  it('is a release with the amount and the description', () => {
    const reply = pay('Approve the prompt', { amount: 5, description: 'Tea' })
    expect(reply).toMatchObject({ type: 'release', dataType: 'display', fieldType: 'text', items: undefined })
    expect(reply.payment).toEqual({ amount: 5, description: 'Tea', callbackUrl: undefined })
  })

  it('takes a description of 100 characters and not one more', () => {
    expect(pay('Pay', { amount: 5, description: 'x'.repeat(100) }).payment?.description).toHaveLength(100)
    const thrown = thrownBy(() => pay('Pay', { amount: 5, description: 'x'.repeat(101) }))
    expect(thrown.code).toBe('FMW_REPLY_TEXT_LENGTH')
    expect(thrown.message).toContain('The description is 101 characters long, and at most 100 are allowed')
  })

  it('is refused with a misspelt name, since its notice would be lost', () => {
    // @ts-expect-error the name is callbackUrl
    const thrown = thrownBy(() => pay('Pay', { amount: 5, description: 'Tea', callbackURL: 'https://shop.example' }))
    expect(thrown.code).toBe('FMW_REPLY_OPTION_NAME')
    expect(thrown.message).toContain('The payment of turn.pay takes nothing called "callbackURL"; "callbackUrl" may be')
  })

  it('is refused when there is none', () => {
    // @ts-expect-error a payment is an object
    expect(thrownBy(() => pay('Pay', 5)).message).toContain('but it is the number 5')
    // @ts-expect-error a payment is an object
    expect(thrownBy(() => pay('Pay')).message).toContain(
      'turn.pay needs a payment { amount, description, callbackUrl? }',
    )
    // @ts-expect-error a payment is an object
    expect(thrownBy(() => pay('Pay', null)).code).toBe('FMW_REPLY_PAYMENT')
    // @ts-expect-error USSD pays an amount, not items
    expect(thrownBy(() => pay('Pay', [{ name: 'Tea', quantity: 1, price: 5 }])).code).toBe('FMW_REPLY_PAYMENT')
  })
})

describe('a programmable payment', () => {
  const tea = { name: 'Tea', quantity: 2, price: 5 }

  it('sends one item to the checkout', () => {
    const reply = programmable.pay('Confirm', tea)
    expect(reply).toMatchObject({ type: 'addToCart', dataType: 'display', payment: undefined })
    expect(reply.items).toEqual([tea])
  })

  it('sends several, and of each only what the service knows', () => {
    const row = { id: 7, ...tea }
    expect(programmable.pay('Confirm', [row, tea]).items).toEqual([tea, tea])
  })

  it('is refused without an item', () => {
    const thrown = thrownBy(() => programmable.pay('Confirm', []))
    expect(thrown.code).toBe('FMW_REPLY_PAYMENT')
    expect(thrown.message).toContain('an array of at least one as its second argument, but it is an empty array')
    // @ts-expect-error an item is an object
    expect(thrownBy(() => programmable.pay('Confirm')).code).toBe('FMW_REPLY_PAYMENT')
    // @ts-expect-error an item is an object
    expect(thrownBy(() => programmable.pay('Confirm', [null])).code).toBe('FMW_REPLY_PAYMENT')
  })

  it('names the item that is wrong', () => {
    const nameless = thrownBy(() => programmable.pay('Confirm', [tea, { ...tea, name: ' ' }]))
    expect(nameless.message).toContain('The name of the item 2 must be')
    const amount = { amount: 5, description: 'Tea' }
    // @ts-expect-error a programmable service sends items
    expect(thrownBy(() => programmable.pay('Confirm', amount)).message).toContain('The name of the item must be')
  })
})
