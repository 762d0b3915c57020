import { describe, expect, it } from 'vitest'
import {
  expectedOf,
  idOf,
  inShort,
  keepingStores,
  openSimulatedShop,
  openSimulatedShopInTime,
  reference,
} from './shop.ts'

describe.each(keepingStores)('a payment that is refunded after it was paid, on %s', (_name, make) => {
  it('is told both times, each once', async () => {
    const shop = await openSimulatedShop({ store: await make() })
    const { sim } = shop
    await shop.create()
    const paid = await sim.customer.pays(reference)
    await shop.untilTold(1, 1)
    sim.faults.next('drop')
    const refunded = await sim.customer.refunds(reference, { isTold: true })
    for (const { notices } of [paid, refunded, refunded]) await sim.resend(Number(notices[0]?.id))
    await shop.untilTold(2, 1)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'paid' },
      { id: idOf('refunded'), outcome: 'refunded', needsReview: [] },
    ])
  })
})

describe('a payment that was given up', () => {
  it('is told with a reason to look at it when it is paid after all', async () => {
    const shop = await openSimulatedShopInTime({ reconcile: { after: 1_000, giveUpAfter: 2_000 } })
    await shop.create()
    await shop.sim.customer.pays(reference, { hangs: true })
    await shop.passing(1_000, () => shop.givenUp.length === 1)
    await shop.until(expectedOf(), 'dead')
    shop.clock.advance(2_000)
    await shop.sim.customer.finishes(reference)
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('undetermined|givenUp'), outcome: 'undetermined', needsReview: ['givenUp'] },
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['late'] },
    ])
  })
})
