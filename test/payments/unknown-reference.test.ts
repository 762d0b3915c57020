import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { expectedOf, idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(keepingStores)('a callback of which the service knows nothing, on %s', (_name, make) => {
  it('is not believed after reconcile.after, a person is told once, and nobody asks about it any more', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 0 } })
    await shop.push()
    await shop.until(idOf('paid'), 'rejected')
    // Another invoice is asked about too: it might be a second payment.
    await shop.push({ CheckoutId: 'of-nobody' })
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toEqual([
      {
        id: idOf('undetermined|unknownReference'),
        outcome: 'undetermined',
        evidence: 'callback',
        needsReview: ['unknownReference'],
        amountMinor: null,
      },
    ])
    expect(await shop.entries('expectedPayment')).toEqual([])
    const { entries } = await shop.app.merchant.inbox.list({ states: 'rejected' })
    const why = 'the service has no record of it'
    expect(entries.map(({ id, reason }) => [id.split('~')[0], reason])).toEqual([
      [idOf('paid'), why],
      [idOf('paid'), why],
    ])
  })
})

describe('a callback of which the service knows nothing', () => {
  it('is asked about until reconcile.after: a callback may be quicker than the books', async () => {
    const shop = await openShopInTime()
    await shop.push()
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    shop.service.know(reference, 'Settled')
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('is asked about for longer where this application expects it', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const url = await shop.create()
    await shop.push({}, url)
    await shop.passing(500, async () => (await shop.entries())[0]?.[1] === 'rejected')
    expect(await shop.entries('expectedPayment')).toMatchObject([[expectedOf(), expect.anything()]])
    shop.service.know(reference, 'Settled')
    await shop.passing(10_000, () => shop.told.length === 1)
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })

  it('is asked about for longer where its address was signed here', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const { search, pathname } = new URL(
      shop.app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50, currency: 'GHS' }),
    )
    await shop.push({}, pathname + search)
    await shop.passing(500, async () => (await shop.entries())[0]?.[1] === 'rejected')
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    await shop.passing(10_000, () => shop.told.length === 1)
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'], amountMinor: 4_900 },
    ])
  })
})
