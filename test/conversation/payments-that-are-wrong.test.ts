import { describe, expect, it } from 'vitest'
import type { TalkPayment } from '../../src/index.ts'
import { hold } from './hold.ts'

/** As an application in plain JavaScript may give it, which the types refuse. */
const given = (payment: object): TalkPayment => Object({ name: 'Tea', quantity: 1, price: 5, ...payment })

const quantity = 'talk.pay: quantity must be a number above 0 with at most 3 decimals, but it is'
const price = 'talk.pay: price must be a number above 0 with at most 2 decimals, in major currency units, but it is'

describe('talk.pay', () => {
  it.each([
    [{ name: undefined }, 'talk.pay: name must be text, but it is undefined'],
    [{ name: ' ' }, 'talk.pay: name must be text, but it is '],
    [{ name: 5 }, 'talk.pay: name must be text, but it is the number 5'],
    [{ quantity: 0 }, `${quantity} the number 0`],
    [{ quantity: -1 }, `${quantity} the number -1`],
    [{ quantity: 1.0005 }, `${quantity} the number 1.0005`],
    [{ quantity: '2' }, `${quantity} `],
    [{ price: 0 }, `${price} the number 0`],
    [{ price: 4.999 }, `${price} the number 4.999`],
    [{ price: Number.NaN }, `${price} the number NaN`],
    [{ price: '5.00' }, `${price} `],
    [{ reference: ' ' }, 'talk.pay: reference must be text, but it is '],
    [{ reference: 7 }, 'talk.pay: reference must be text, but it is the number 7'],
    [{ description: '' }, 'talk.pay: description must be text of at most 100 characters, but it is '],
    [{ description: 'x'.repeat(101) }, 'talk.pay: description must be text of at most 100 characters, but it is '],
    [{ description: 5 }, 'talk.pay: description must be text of at most 100 characters, but it is the number 5'],
    [{ qty: 1 }, 'There is no option "qty" of talk.pay; "quantity" may be meant. It takes name, quantity, price,'],
    [{ amount: 5 }, 'There is no option "amount" of talk.pay; "price" may be meant. It takes name, quantity, price,'],
  ])('names what is wrong with %j, on every channel', async (payment, message) => {
    const held = await hold((talk) => talk.pay('Approve', given(payment)))
    const failed = 'Sorry, something went wrong. Please try again later.'
    await held.phone().dial('*713#').expectScreen(failed)
    await held.user().dial().expectScreen(failed)
    const lines = held.lines.saying('the handler of a turn failed')
    const err = { message: expect.stringContaining(message) }
    expect(lines).toMatchObject([{ err }, { err }])
  })

  it('takes the longest description, and thousandths of an item', async () => {
    const payment = { quantity: 0.125, price: 80, reference: 'order-7', description: 'x'.repeat(100) }
    const held = await hold((talk) => talk.pay('Approve', given(payment)), {}, { country: 'GH' })
    await held
      .user()
      .dial()
      .expectScreen(({ type }) => type === 'addToCart')
  })
})
