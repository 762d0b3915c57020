import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { down } from './paying-service.ts'
import { checkoutOf, expectedOf, idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(keepingStores)('a payment whose callback never comes, on %s', (_name, make) => {
  it('is asked for, and told as if its callback had come', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 1 } })
    shop.service.know(reference, 'Settled')
    await shop.create()
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toEqual([
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor: 5_000 },
    ])
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
    expect(shop.app.merchant.counts).toMatchObject({ checkout: { handled: 1 }, expectedPayment: { handled: 1 } })
  })
})

describe('a payment whose callback never comes', () => {
  it('is not asked for before reconcile.after, then until it is over', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Pending')
    await shop.create()
    const later = (times: number) => eventually(() => shop.app.merchant.counts.expectedPayment?.later === times)
    await later(1)
    shop.clock.advance(299_999)
    expect(shop.service.questions()).toEqual([])
    shop.clock.advance(1)
    await later(2)
    expect(shop.service.questions()).toHaveLength(1)
    shop.service.answerWith(down)
    await shop.passing(10_000, () => shop.app.merchant.counts.expectedPayment?.later === 3)
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Success')
    await shop.passing(10_000, () => shop.told.length === 1)
    await shop.until(expectedOf(), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })

  it('is told with what the service and the invoice say, and nothing else', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled')
    await shop.create()
    await shop.untilTold(1)
    expect(checkoutOf(shop.told[0])).toMatchObject({
      kind: 'checkout',
      receivedAt: new Date(shop.clock.now()),
      signed: null,
      clientReference: reference,
      checkoutId: 'invoice-order-17',
      transactionId: 't-order-17',
      status: null,
      responseCode: null,
      description: null,
      raw: { ResponseCode: '0000' },
    })
  })

  it('is told as failed where the service says so', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    shop.service.know(reference, 'Failed')
    await shop.create()
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed'), outcome: 'failed', evidence: 'confirmed' }])
  })
})
