import { expect, it, vi } from 'vitest'
import { phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop } from './session-shop.ts'

/** What a cart is told as: it was asked for in one currency, and its notice names another, or none. */
async function toldOf(currency: string | undefined, paidIn: string | null) {
  const { app, told } = await openSessionShop({
    store: keptInMemory(),
    programmable: (_push, turn) => turn.pay('Pay', { name: 'Tea', quantity: 1, price: 5, currency }),
  })
  const caller = phone(app, { mobile: '+233000000000', kind: 'programmable', channel: 'ussd' })
  await caller.dial('*713#')
  const Payment = { IsSuccessful: true, AmountPaid: 5 }
  const OrderInfo = { Status: 'Paid', Payment, Currency: paidIn }
  await post(app, '/fulfilment', { SessionId: caller.sessionId, OrderId: 'o-1', OrderInfo })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  return told.map(({ outcome, needsReview }) => [outcome, needsReview])
}

it('a cart that was paid in another currency than it asked for is no plain payment', async () => {
  expect(await toldOf('GHS', 'USD')).toEqual([['undetermined', ['otherCurrency']]])
})

it.each([
  ['GHS', 'GHS'],
  ['GHS', ' ghs'],
  ['GHS', 'Ghana cedi'],
  ['GHS', null],
  [undefined, 'USD'],
])('a cart in %s whose notice says %j is paid', async (currency, paidIn) => {
  expect(await toldOf(currency, paidIn)).toEqual([['paid', []]])
})
