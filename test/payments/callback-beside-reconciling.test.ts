import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import {
  expectedOf,
  idOf,
  inShort,
  keepingStores,
  openShopInTime,
  openSimulatedShop,
  openSimulatedShopInTime,
  reference,
} from './shop.ts'

describe('a callback and the question for it come to one delivery under one id', () => {
  it('where the callback comes first', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create()
    await shop.sim.customer.pays(reference)
    await shop.untilTold(1, 1)
    shop.clock.advance(300_000)
    await shop.until(expectedOf(), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    // Once for the callback: what is in the inbox already is not asked for.
    expect(shop.questions()).toHaveLength(1)
  })

  it('where the callback comes after it', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create()
    shop.sim.faults.next('drop')
    const { notices } = await shop.sim.customer.pays(reference)
    await shop.passing(300_000, () => shop.told.length === 1)
    await shop.sim.resend(Number(notices[0]?.id))
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })

  it('where the callback comes after it with other facts: what it adds is looked into, and not told again', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.untilTold(1)
    await shop.push({ Amount: 49, CustomerPhoneNumber: '+233000000000' }, url)
    await shop.untilTold(1)
    expect(shop.app.merchant.counts.checkout).toMatchObject({ conflict: 1, handled: 1, skipped: 1 })
    expect(shop.told).toHaveLength(1)
  })

  it('where the callback is still looked into when the service is asked', async () => {
    const shop = await openSimulatedShopInTime({ reconcile: { after: 1 } })
    await shop.create()
    shop.sim.faults.set('statusDown')
    await shop.sim.customer.pays(reference)
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    shop.sim.faults.clear()
    shop.clock.advance(1)
    await eventually(() => Number(shop.app.merchant.counts.expectedPayment?.later) >= 2)
    expect(shop.told).toEqual([])
    await shop.passing(1_000, async () => (await shop.app.merchant.inbox.count()).waiting === 0)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
  })
})

describe.each(keepingStores)('a callback and the question for it at one moment, on %s', (_name, make) => {
  it('come to one delivery', async () => {
    const shop = await openSimulatedShop({ store: await make(), reconcile: { after: 0 } })
    const references = Array.from({ length: 10 }, (_, number) => `order-${number}`)
    await Promise.all(
      references.map(async (one) => {
        await shop.create(one)
        await shop.sim.customer.pays(one)
      }),
    )
    await shop.untilTold(10)
    expect(shop.told.map(({ attempt }) => attempt.entryId).toSorted()).toEqual(
      references.map((one) => idOf('paid', one)).toSorted(),
    )
  })
})
