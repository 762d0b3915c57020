import { expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { down } from './paying-service.ts'
import { openShopInTime } from './shop.ts'
import { notice } from './unasked-shop.ts'

const ofNetwork = { TransactionId: undefined, ExternalTransactionId: 'n-1' }

/** A shop whose service knows a payment of a session that never ends, and pushes of that. */
async function sessionShop() {
  const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 60_000 } })
  const terms = { kind: 'ussdPayment', sessionId: 's-1', reference: 'order-17', amount: 50 } as const
  const { pathname, search } = new URL(shop.app.merchant.callbackUrl(terms))
  shop.service.know('of-the-service', 'Pending', { TransactionId: 't-1', NetworkTransactionId: 'n-1' })
  return {
    ...shop,
    notify: async (fields: Readonly<Record<string, unknown>> = {}) => {
      expect((await post(shop.app, pathname + search, notice(fields))).statusCode).toBe(200)
    },
    untilNothingWaits: () =>
      shop.passing(2_000, async () => {
        const { waiting, running } = await shop.app.merchant.inbox.count()
        return waiting + running === 0
      }),
    reasons: () => shop.told.map(({ event }) => event.needsReview),
  }
}

it('a USSD payment that the network alone names is given up once, though its notice comes again', async () => {
  const shop = await sessionShop()
  await shop.notify(ofNetwork)
  await shop.untilNothingWaits()
  shop.service.answerWith(down)
  await shop.notify(ofNetwork)
  await shop.untilNothingWaits()
  expect(shop.reasons()).toEqual([['givenUp']])
})

it('so is one whose notices at its address call the money by two names, and what it comes to is late', async () => {
  const shop = await sessionShop()
  shop.service.answerWith(down)
  await shop.notify(ofNetwork)
  await shop.notify()
  await shop.untilNothingWaits()
  expect(shop.reasons()).toEqual([['givenUp']])
  shop.service.answerWith(undefined)
  shop.service.know('of-the-service', 'Settled', { TransactionId: 't-1', NetworkTransactionId: 'n-1' })
  await shop.notify()
  await shop.untilNothingWaits()
  expect(shop.told.slice(1).map(({ event }) => [event.outcome, event.needsReview])).toEqual([['paid', ['late']]])
})
