import { describe, expect, it } from 'vitest'
import { idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(keepingStores)('a paid that somebody invented while the payment was pending, on %s', (_name, make) => {
  it('is not told; the true one is, when it comes, whether it says the same or not', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 60_000 } })
    const [same, other] = ['same', 'other']
    for (const one of [same, other]) {
      shop.service.know(one, 'Failed')
      const url = await shop.create(one)
      await shop.push({ ClientReference: one, Amount: 50 }, url)
      await shop.until(idOf('paid', one), 'rejected')
      await shop.until(idOf('failed', one), 'done')
    }
    expect(shop.told.map(inShort).map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
    for (const one of [same, other]) shop.service.know(one, 'Settled')
    await shop.push({ ClientReference: same, Amount: 50 })
    await shop.push({ ClientReference: other, Amount: 50, CustomerPhoneNumber: '+233000000000' })
    await shop.untilTold(4, 2)
    expect(
      shop.told
        .slice(2)
        .map(inShort)
        .map(({ id, outcome }) => [id, outcome])
        .toSorted(),
    ).toEqual([
      [idOf('paid', other), 'paid'],
      [idOf('paid', same), 'paid'],
    ])
    expect(shop.app.merchant.counts.checkout).toMatchObject({ conflict: 2 })
  })
})

describe('a paid that somebody invented while the payment was pending', () => {
  it('is not told after reconcile.after either, nor when the service says failed in the end', async () => {
    const shop = await openShopInTime({ reconcile: { after: 2_000 } })
    shop.service.know(reference, 'Pending')
    await shop.push()
    await shop.passing(500, async () => (await shop.entries())[0]?.[1] === 'rejected')
    shop.service.know(reference, 'Failed')
    await shop.passing(1_000, () => shop.told.length === 1)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed'), outcome: 'failed' }])
    expect((await shop.entries()).toSorted()).toEqual([
      [idOf('failed'), 'done'],
      [idOf('paid'), 'rejected'],
    ])
  })

  it('does not spoil the true one by an identifier of its own', async () => {
    const shop = await openShopInTime({ reconcile: { after: 2_000 } })
    shop.service.know(reference, 'Pending', { CheckoutId: 'of-the-service' })
    await shop.push({ CheckoutId: 'of-nobody' })
    await shop.passing(500, async () => (await shop.entries())[0]?.[1] === 'rejected')
    shop.service.know(reference, 'Settled', { CheckoutId: 'of-the-service' })
    await shop.push({ CheckoutId: 'of-the-service' })
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
    expect(shop.told[0]?.event.paymentId).toBe('of-the-service')
  })
})
