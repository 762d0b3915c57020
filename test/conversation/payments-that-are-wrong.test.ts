import { describe, expect, it } from 'vitest'
import type { PaymentRequest } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

/** As an application in plain JavaScript may give it, which the types refuse. */
const given = (payment: object): PaymentRequest => Object({ name: 'Tea', quantity: 1, price: 5, ...payment })

describe('talk.pay', () => {
  it.each([
    [{ name: ' ' }, 'The name of the item must be'],
    [{ quantity: 0 }, 'The quantity of the item must be'],
    [{ price: '5.00' }, 'The price of the item must be'],
    [{ price: 0.01, quantity: 0.4 }, 'The sum of the items must be'],
    [{ description: ' ' }, 'The description must be'],
    [{ qty: 1 }, 'The payment of talk.pay takes nothing called "qty". It takes items, name, quantity, price,'],
    [
      { amount: 5 },
      'talk.pay needs what is to be paid: { items: [{ name, quantity, price }], reference }, one item alone',
    ],
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
