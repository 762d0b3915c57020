import { describe, expect, it } from 'vitest'
import { checkoutOf, expectedOf, idOf, openShopInTime, reference } from './shop.ts'

describe('a callback at an address that was signed for another order', () => {
  it('does not make anybody wait for the order that it names', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const url = await shop.create()
    await shop.push({ ClientReference: 'order-18' }, url)
    await shop.passing(500, async () => (await shop.entries()).some(([, state]) => state === 'rejected'))
    await shop.until(idOf('undetermined|unknownReference', 'order-18'), 'done')
    expect((await shop.entries('expectedPayment')).map(([id]) => id)).toEqual([expectedOf(reference)])
    expect(shop.told.map(({ event }) => event.needsReview)).toEqual([['unknownReference']])
  })

  it('does not say how much was asked for', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const url = await shop.create(reference, { amount: 1 })
    shop.service.know('order-18', 'Settled')
    await shop.push({ ClientReference: 'order-18' }, url)
    await shop.until(idOf('paid', 'order-18'), 'done')
    const { outcome, needsReview } = checkoutOf(shop.told[0])
    // Nobody asked for it here, so nobody knows whether 50.00 is enough, or too much.
    expect({ outcome, needsReview }).toEqual({ outcome: 'paid', needsReview: ['otherReference', 'unexpected'] })
  })

  it('does not come before the invoice of that order, which is created later', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    const url = await shop.create(reference, { amount: 1 })
    await shop.push({ ClientReference: 'order-18' }, url)
    await shop.passing(500, async () => (await shop.entries()).some(([, state]) => state === 'rejected'))
    await shop.create('order-18', { amount: 500 })
    // What came is 50.00.
    shop.service.know('order-18', 'Settled')
    await shop.push({ ClientReference: 'order-18' }, url)
    await shop.until(idOf('paid', 'order-18'), 'done')
    const { outcome, needsReview } = checkoutOf(shop.told.at(-1))
    expect(outcome).toBe('undetermined')
    expect(needsReview).toContain('underpaid')
  })
})

describe('a payment whose reference somebody posted to an address of their own', () => {
  const short = (shop: Pick<Awaited<ReturnType<typeof openShopInTime>>, 'told'>) =>
    shop.told.map(({ event, attempt }) => [attempt.entryId, event.outcome, event.needsReview])
  const toldBoth = [
    [idOf('paid'), 'paid', ['otherReference']],
    [`${idOf('paid')}|2`, 'paid', []],
  ]

  it('is told plainly when its callback comes to its own address', async () => {
    const shop = await openShopInTime()
    const [own, others] = [await shop.create(), await shop.create('order-of-somebody-else')]
    shop.service.know(reference, 'Settled')
    await shop.push({}, others)
    await shop.until(idOf('paid'), 'done')
    for (const _time of [1, 2]) await shop.push({}, own)
    await shop.until(`${idOf('paid')}|2`, 'done')
    expect(short(shop)).toEqual(toldBoth)
  })

  it('is told plainly where that came before it was paid, and its own callback after', async () => {
    const shop = await openShopInTime()
    const [own, others] = [await shop.create(), await shop.create('order-of-somebody-else')]
    await shop.push({}, others)
    shop.service.know(reference, 'Settled')
    await shop.push({}, own)
    await shop.passing(1_000, () => shop.told.length === 2)
    expect(short(shop)).toEqual(toldBoth)
  })

  it('is told plainly where its own callback is lost', async () => {
    const shop = await openShopInTime({ reconcile: { after: 60_000 } })
    await shop.create()
    const others = await shop.create('order-of-somebody-else')
    shop.service.know(reference, 'Settled')
    await shop.push({}, others)
    await shop.passing(10_000, () => shop.told.length === 2)
    expect(short(shop)).toEqual(toldBoth)
  })
})

describe('a callback that names a CheckoutId only', () => {
  it('is followed up under the reference of its record', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 10_000 } })
    await shop.create()
    shop.service.know(reference, 'Pending')
    await shop.push({ ClientReference: undefined, CheckoutId: 'invoice-order-17' })
    await shop.passing(500, async () => (await shop.entries()).some(([, state]) => state === 'rejected'))
    expect((await shop.entries('expectedPayment')).map(([id]) => id)).toEqual([expectedOf(reference)])
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(checkoutOf(shop.told[0])).toMatchObject({ clientReference: reference, needsReview: ['givenUp'] })
  })
})
