import { describe, expect, it } from 'vitest'
import { expectedOf, idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(keepingStores)('a payment that is refunded after it was paid, on %s', (_name, make) => {
  it('is told both times, each once', async () => {
    const shop = await openShop({ store: await make() })
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.push({}, url)
    await shop.untilTold(1, 1)
    shop.service.know(reference, 'Refunded')
    await shop.push({}, url)
    await shop.push({ Status: 'Refunded' }, url)
    await shop.push({ Status: 'Refunded' }, url)
    await shop.untilTold(2, 1)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'paid' },
      { id: idOf('refunded'), outcome: 'refunded', needsReview: [] },
    ])
  })
})

describe('a payment that was given up', () => {
  it('is told with a reason to look at it when it is paid after all', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 2_000 } })
    shop.service.know(reference, 'Pending')
    const url = await shop.create()
    await shop.passing(1_000, () => shop.givenUp.length === 1)
    await shop.until(expectedOf(), 'dead')
    shop.service.know(reference, 'Settled')
    shop.clock.advance(2_000)
    await shop.push({}, url)
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('undetermined|givenUp'), outcome: 'undetermined', needsReview: ['givenUp'] },
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['late'] },
    ])
  })
})
