import { describe, expect, it } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { callback, failed, idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(dealt(keepingStores))('a callback of which the service says something else, on %s', (_name, make, it) => {
  it('is not told where it said paid and the service says failed: what the service says is', async () => {
    const shop = await openShop({ store: await make() })
    shop.service.know(reference, 'Failed')
    await shop.push()
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed'), outcome: 'failed', evidence: 'confirmed' }])
    expect(await shop.entries()).toEqual([
      [idOf('failed'), 'done'],
      [idOf('paid'), 'rejected'],
    ])
  })

  it('is not told where it said failed and the service says paid: what the service says is', async () => {
    const shop = await openShop({ store: await make() })
    shop.service.know(reference, 'Settled')
    await shop.push(failed)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', amountMinor: 5_000 }])
    expect(await shop.entries()).toEqual([
      [idOf('failed'), 'rejected'],
      [idOf('paid'), 'done'],
    ])
  })
})

describe('a claim that is not true', () => {
  it('is kept for people, with what it said and what the service says', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Failed')
    await shop.push()
    await shop.untilTold(1)
    const [entry] = (await shop.app.merchant.inbox.list({ states: 'rejected' })).entries
    expect(entry).toMatchObject({ id: idOf('paid'), reason: 'It said paid; the service says failed' })
    expect(shop.app.merchant.counts.checkout).toEqual({ accepted: 1, rejected: 1, handled: 1, needsReview: 1 })
  })

  it('is looked into again when it comes again: what was not true then may be true now', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Failed')
    await shop.push()
    await shop.untilTold(1)
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(2)
    expect(shop.told.map(inShort).map(({ id }) => id)).toEqual([idOf('failed'), idOf('paid')])
    expect(shop.told[1]?.event.evidence).toBe('confirmed')
  })

  it('is true later where the service changed its mind: its own entry is told, and not a second', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Failed')
    await shop.push()
    await shop.untilTold(1)
    shop.service.know(reference, 'Settled')
    await shop.push({ Status: 'Cancelled' })
    await shop.untilTold(2)
    expect(await shop.entries()).toEqual([
      [idOf('cancelled'), 'rejected'],
      [idOf('failed'), 'done'],
      [idOf('paid'), 'done'],
    ])
    expect(shop.told).toHaveLength(2)
  })

  it('of which nothing was certain needs no handler of its own', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    const unsure = { ...callback(), ResponseCode: '0005' }
    await shop.app.inject({ method: 'POST', url: '/checkout', payload: unsure })
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
    expect((await shop.entries()).map(([, state]) => state)).toEqual(['done', 'done'])
  })
})
