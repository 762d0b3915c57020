import { describe, expect, it } from 'vitest'
import type { Attempt, PaymentEvent } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../testing/stores.ts'
import { callback } from './shop.ts'

const publicUrl = 'https://shop.example'

/** A shop that asks nobody. */
async function shopWithoutClient() {
  const told: { readonly event: PaymentEvent; readonly id: string; readonly conflictsWith: string | null }[] = []
  const app = await appWith({
    publicUrl,
    secret: 'a secret of this test',
    store: keptInMemory(),
    payment: (event: PaymentEvent, { entryId: id, conflictsWith }: Attempt) =>
      void told.push({ event, id, conflictsWith }),
  })
  await app.ready()
  return {
    told,
    addressOf: (request: Parameters<typeof app.merchant.callbackUrl>[0]) =>
      app.merchant.callbackUrl(request).slice(publicUrl.length),
    async push(url: string, body: object) {
      expect((await post(app, url, body)).statusCode).toBe(200)
    },
    idle: (times: number) =>
      eventually(async () => told.length >= times && (await app.merchant.inbox.count()).waiting === 0),
  }
}

describe('a signed address, where the service is not asked', () => {
  it('is one payment: another CheckoutId at it is a conflict', async () => {
    const { told, addressOf, push, idle } = await shopWithoutClient()
    const url = addressOf({ kind: 'checkout', reference: 'order-17', amount: 50 })
    for (const CheckoutId of ['c-1', 'c-2', 'c-3', 'c-1']) await push(url, callback({ CheckoutId }))
    await idle(3)
    const id = 'checkout:signed:order-17|paid'
    expect(told.map(({ event }) => [event.outcome, event.evidence])).toEqual(
      ['c-1', 'c-2', 'c-3'].map(() => ['paid', 'signed']),
    )
    expect(told.map(({ conflictsWith }) => conflictsWith)).toEqual([null, id, id])
    expect(told.map(({ event }) => event.needsReview)).toEqual([[], ['contradicted'], ['contradicted']])
    expect(told[0]?.id).toBe(id)
  })

  it('is one payment of a USSD session, whichever TransactionId is posted to it', async () => {
    const { told, addressOf, push, idle } = await shopWithoutClient()
    const url = addressOf({ kind: 'ussdPayment', sessionId: 's-1', amount: 50 })
    for (const TransactionId of ['t-1', 't-2']) {
      await push(url, { ResponseCode: '0000', Message: 'success', Data: { Amount: 50, TransactionId } })
    }
    await idle(2)
    expect(told.map(({ conflictsWith }) => conflictsWith)).toEqual([null, told[0]?.id])
    expect(told[0]?.id).toMatch(/^ussdPayment:signed:[0-9a-f]{16}\|paid$/)
  })

  it('is not used up by the same notice that came unsigned', async () => {
    const { told, addressOf, push, idle } = await shopWithoutClient()
    await push('/checkout', callback())
    await push(addressOf({ kind: 'checkout', reference: 'order-17', amount: 50 }), callback())
    await idle(2)
    expect(told.map(({ event, conflictsWith }) => [event.evidence, conflictsWith])).toEqual([
      ['callback', null],
      ['signed', null],
    ])
  })

  it('is one payment however its identifier is spelled', async () => {
    const { told, addressOf, push, idle } = await shopWithoutClient()
    const spellings = ['B1946AC9-2492-D234-7C6F-2354D1E0A7AB', 'b1946ac92492d2347c6f2354d1e0a7ab']
    const url = addressOf({ kind: 'checkout', reference: 'order-17', amount: 50 })
    for (const CheckoutId of spellings) {
      await push(url, callback({ CheckoutId }))
      await push('/checkout', callback({ CheckoutId }))
    }
    await push('/checkout', callback({ CheckoutId: 'AB-CD' }))
    await push('/checkout', callback({ CheckoutId: 'abcd' }))
    await idle(2)
    expect(told.map(({ id, conflictsWith }) => [id, conflictsWith]).toSorted()).toEqual([
      ['checkout:checkoutId:abcd|paid', null],
      ['checkout:signed:order-17|paid', null],
    ])
  })
})

describe('two copies of one notice, of which one names its currency in another place than its own', () => {
  const order = { Status: 'Paid', Subtotal: 5 }
  const cart = { SessionId: 's-1', OrderId: 'o-1', OrderInfo: { ...order, Payment: { IsSuccessful: true } } }
  const Payment = { IsSuccessful: true, Currency: 'GHS' }

  it.each([
    ['a cart, in its payment', '/fulfilment', cart, { ...cart, OrderInfo: { ...order, Payment } }],
    ['a cart, around it', '/fulfilment', { ...cart, Currency: 'GHS' }, cart],
    [
      'a cart, under another name',
      '/fulfilment',
      { ...cart, OrderInfo: { ...cart.OrderInfo, Currency: 'GHS' } },
      { ...cart, OrderInfo: { ...cart.OrderInfo, payment_currency_code: ' ghs' } },
    ],
    ['a checkout, around it', '/checkout', callback(), { ...callback(), Currency: 'GHS' }],
    [
      'a checkout, under another name',
      '/checkout',
      callback({ TransactionCurrency: 'GHS' }),
      callback({ Currency: 'ghs' }),
    ],
  ])('are one: %s', async (_what, url, one, other) => {
    const { told, push, idle } = await shopWithoutClient()
    for (const body of [one, other, one]) await push(url, body)
    await idle(1)
    expect(told.map(({ event, conflictsWith }) => [event.outcome, conflictsWith])).toEqual([['paid', null]])
  })

  it('are two where it is another in its own place', async () => {
    const { told, push, idle } = await shopWithoutClient()
    await push('/checkout', callback({ Currency: 'GHS' }))
    await push('/checkout', callback({ PaymentCurrency: 'USD' }))
    for (const named of [{ Currency: 'GHS' }, { CurrencyCode: 'USD' }])
      await push('/fulfilment', { ...cart, OrderInfo: { ...cart.OrderInfo, ...named } })
    await idle(4)
    const orders = told.filter(({ event }) => event.kind === 'fulfilment')
    const checkouts = told.filter(({ event }) => event.kind === 'checkout')
    expect(orders.map(({ conflictsWith }) => conflictsWith)).toEqual([null, orders[0]?.id])
    expect(checkouts.map(({ conflictsWith }) => conflictsWith)).toEqual([null, checkouts[0]?.id])
  })
})
