import { describe, expect, it } from 'vitest'
import type { TalkPayment } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

/** As an application in plain JavaScript may give it, which the types refuse. */
const given = (payment: object): TalkPayment => Object({ name: 'Tea', quantity: 1, price: 5, ...payment })

const quantity = 'talk.pay: quantity must be a number above 0 with at most 3 decimals, but it is'
const price = 'talk.pay: price must be a number above 0 with at most 2 decimals, in major currency units, but it is'
const total =
  'talk.pay: price times quantity must be an amount from 0.01 on that can be written to the hundredth, but it is'

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
    [{ price: 0.01, quantity: 0.001 }, `${total} the number 0.00001`],
    [{ price: 0.01, quantity: 0.4 }, `${total} the number 0.004`],
    [{ price: 1e12, quantity: 1e9 }, `${total} the number 1e+21`],
    [{ reference: ' ' }, 'talk.pay: reference must be text, but it is '],
    [{ reference: 7 }, 'talk.pay: reference must be text, but it is the number 7'],
    [{ description: '' }, 'talk.pay: description must be text of at most 100 characters, but it is '],
    [{ description: 'x'.repeat(101) }, 'talk.pay: description must be text of at most 100 characters, but it is '],
    [{ description: 5 }, 'talk.pay: description must be text of at most 100 characters, but it is the number 5'],
    [{ qty: 1 }, 'There is no option "qty" of talk.pay; "quantity" may be meant. It takes name, quantity, price,'],
    [{ amount: 5 }, 'There is no option "amount" of talk.pay; "price" may be meant. It takes name, quantity, price,'],
  ])('names what is wrong with %j, on every channel', async (payment, message) => {
    const held = await hold((talk) => talk.pay('Approve', given(payment)))
    const failed = /^Sorry, something went wrong\./
    await held.phone().dial('*713#').expectScreen(failed)
    await held.user().dial().expectScreen(failed)
    const lines = held.lines.saying('the handler of a turn failed')
    const err = { message: expect.stringContaining(message) }
    expect(lines).toMatchObject([{ err }, { err }])
  })

  it('takes what comes to one hundredth, on every channel', async () => {
    const payment = { quantity: 0.5, price: 0.01 }
    const held = await hold((talk) => talk.pay('Approve', given(payment)), {}, { country: 'GH' })
    const caller = held.phone()
    await caller.dial('*713#')
    expect(caller.lastScreen?.raw).toMatchObject({ Amount: 0.01 })
    await held
      .user()
      .dial()
      .expectScreen(({ type }) => type === 'addToCart')
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
