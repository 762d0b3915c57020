import { describe, expect, it } from 'vitest'
import type { CheckoutEvent } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory, readThrough } from '../testing/stores.ts'
import { expectedOf, idOf, openShopInTime, order, reference } from './shop.ts'

/** Works on pushes, and throws where the service has no CheckoutId. */
const identity = ({ checkoutId, outcome }: CheckoutEvent) => {
  if (checkoutId === null) throw new TypeError('no CheckoutId')
  return `${checkoutId} ${outcome}`
}

describe('an identity that throws on what the service says', () => {
  it('loses no payment of which nobody told: it is told under its usual identity', async () => {
    const shop = await openShopInTime({ checkout: { identity }, reconcile: { after: 1_000 } })
    shop.service.answerWith({
      body: { responseCode: '0000', data: { clientReference: reference, checkoutUrl: 'https://pay.example/1' } },
    })
    await shop.app.merchant.checkout.create(order)
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled', { InvoiceToken: undefined })
    await shop.passing(500, () => shop.told.length === 1)
    expect(shop.told.map(({ attempt, event }) => [attempt.entryId, event.outcome])).toEqual([[idOf('paid'), 'paid']])
  })

  it('loses no callback either, and tells it once', async () => {
    const shop = await openShopInTime({ checkout: { identity } })
    shop.service.know(reference, 'Settled', { InvoiceToken: undefined })
    for (const _time of [1, 2]) await shop.push()
    await shop.untilTold(1)
    expect(shop.told.map(({ attempt, event }) => [attempt.entryId, event.outcome])).toEqual([[idOf('paid'), 'paid']])
  })
})

describe('several records that disagree', () => {
  it('are no unknown reference: the payment is asked about until they agree', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    shop.service.answerWith({
      body: {
        ResponseCode: '0000',
        Data: [50, 49].map((TransactionAmount) => ({
          TransactionStatus: 'Settled',
          ClientReference: reference,
          TransactionAmount,
          CurrencyCode: 'GHS',
        })),
      },
    })
    await shop.push()
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).length === 1)
    expect(shop.told).toEqual([])
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Settled')
    await shop.passing(10_000, () => shop.told.length === 1)
    expect(shop.told.map(({ attempt, event }) => [attempt.entryId, event.outcome])).toEqual([[idOf('paid'), 'paid']])
  })
})

describe('an order that is paid by hand', () => {
  it('is made once, however often it is created, and asked about by nobody', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const { checkout } = shop.app.merchant
    const data = { clientReference: reference, checkoutId: 'by-hand', message: '' }
    shop.service.answerWith({ body: { responseCode: '0002', status: 'Success', data } })
    const first = await checkout.create(order)
    expect(first).toMatchObject({ isPaidByHand: true, checkoutUrl: null })
    await shop.until(expectedOf(), 'done')
    expect(await checkout.create(order)).toEqual(first)
    await expect(checkout.create({ ...order, amount: 51 })).rejects.toMatchObject({ code: 'FMW_CHECKOUT_USED' })
    shop.clock.advance(60_000)
    await eventually(async () => (await shop.app.merchant.inbox.count()).running === 0)
    expect(shop.service.questions()).toEqual([])
    expect(shop.service.received).toHaveLength(1)
  })
})

describe('a store of the application that throws errors of its own', () => {
  /** It cannot read what is expected of payments until it is put right. */
  async function shopOfMistakes() {
    const clock = manualClock()
    const mistake = { isThere: false }
    const store = readThrough(keptInMemory({ clock }), (id, read) => {
      if (mistake.isThere && /^(?:expectedPayment|checkout):/.test(id)) throw new TypeError('no such column')
      return read()
    })
    const shop = await openShopInTime({ store, reconcile: { after: 1_000, giveUpAfter: 60_000 } }, { clock })
    shop.service.know(reference, 'Settled')
    return { shop, mistake }
  }

  it('keeps a callback until people have put it right, and then it is told', async () => {
    const { shop, mistake } = await shopOfMistakes()
    mistake.isThere = true
    await shop.push()
    await shop.passing(10_000, async () => (await shop.app.merchant.inbox.count()).rejected === 1)
    expect((await shop.app.merchant.inbox.list({ states: 'rejected' })).entries).toMatchObject([
      { id: idOf('paid'), reason: 'no such column', review: { reasons: ['givenUp'] } },
    ])
    mistake.isThere = false
    await shop.app.merchant.inbox.replay(idOf('paid'))
    await shop.untilTold(1)
    expect(shop.told.map(({ event }) => [event.outcome, event.evidence])).toEqual([['paid', 'confirmed']])
  })

  it('gives an expected payment up in time, of which people hear', async () => {
    const { shop, mistake } = await shopOfMistakes()
    await shop.create()
    mistake.isThere = true
    await shop.passing(10_000, () => shop.givenUp.length === 1)
    expect(shop.givenUp).toMatchObject([{ kind: 'expectedPayment', id: expectedOf() }])
    expect(shop.told).toEqual([])
    mistake.isThere = false
    const { inbox } = shop.app.merchant
    expect((await inbox.list({ needsReview: true })).entries).toMatchObject([
      { id: expectedOf(), review: { reasons: ['givenUp'] } },
    ])
    await inbox.replay(expectedOf())
    await shop.passing(500, () => shop.told.length === 1)
    expect((await inbox.get(expectedOf())).review).toMatchObject({ settledAt: expect.any(Date), settledBy: null })
    expect(shop.told.map(({ event }) => [event.outcome, event.evidence])).toEqual([['paid', 'confirmed']])
  })
})
