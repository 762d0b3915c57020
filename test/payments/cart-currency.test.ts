import { expect, it, vi } from 'vitest'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop } from './session-shop.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a cart is told as: it was asked for in one currency, and its notice names another, or none. */
async function toldOf(currency: string | undefined, order: Fields, around: Fields = {}) {
  const { app, told } = await openSessionShop({
    store: keptInMemory(),
    programmable: (_push, turn) => turn.pay('Pay', { name: 'Tea', quantity: 1, price: 5, currency }),
  })
  const caller = phone(app, { mobile: '+233000000000', kind: 'programmable', channel: 'ussd' })
  await caller.dial('*713#')
  const { Payment: besides, ...fields } = { Payment: {}, ...order }
  const Payment = { IsSuccessful: true, AmountPaid: 5, ...besides }
  const OrderInfo = { Status: 'Paid', Payment, ...fields }
  await post(app, '/fulfilment', { SessionId: caller.sessionId, OrderId: 'o-1', OrderInfo, ...around })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  return told.map(({ outcome, needsReview }) => [outcome, needsReview])
}

it('a cart that was paid in another currency than it asked for is no plain payment', async () => {
  expect(await toldOf('GHS', { Currency: 'USD' })).toEqual([['undetermined', ['otherCurrency']]])
})

it.each([
  ['GHS', 'GHS'],
  ['GHS', ' ghs'],
  ['GHS', 'Ghana cedi'],
  ['GHS', null],
  [undefined, 'USD'],
])('a cart in %s whose notice says %j is paid', async (currency, paidIn) => {
  expect(await toldOf(currency, { Currency: paidIn })).toEqual([['paid', []]])
})

it.each([
  [{ CurrencyCode: 'USD' }, {}],
  [{ Currency: null, Payment: { Currency: 'usd' } }, {}],
  [{ Currency: 'Ghana cedi', Payment: { TransactionCurrency: 'USD' } }, {}],
  [{}, { Currency: 'USD' }],
])('a cart in GHS is no plain payment where its notice names another elsewhere: %j, %j', async (order, around) => {
  expect(await toldOf('GHS', order, around)).toEqual([['undetermined', ['otherCurrency']]])
})

it('a cart whose notice names two currencies is no plain payment', async () => {
  expect(await toldOf('GHS', { Currency: 'GHS', Payment: { Currency: 'USD' } })).toEqual([['undetermined', []]])
})

it.each([
  [{ Items: [{ Name: 'Tea', Quantity: 1, UnitPrice: 5, Currency: 'USD' }] }, {}],
  [{ Payment: { PaymentDescription: 'Currency: USD', FeeCurrency: 'USD' } }, {}],
  [{ Customer: { Currency: 'USD' } }, { ExtraData: { Currency: 'USD' } }],
])('a cart in GHS is paid where another is that of something else: %j, %j', async (order, around) => {
  expect(await toldOf('GHS', order, around)).toEqual([['paid', []]])
})
