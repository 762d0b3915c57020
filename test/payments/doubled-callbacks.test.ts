import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { down } from './paying-service.ts'
import { failed, idOf, inShort, keepingStores, openShop, openShopInTime, openSimulatedShop, reference } from './shop.ts'

describe.each(dealt(keepingStores))('callbacks of one payment, on %s', (_name, make, it) => {
  it('that come twenty times at once are told once', async () => {
    const shop = await openSimulatedShop({ store: await make() })
    await shop.create()
    shop.sim.faults.next('drop')
    const { notices } = await shop.sim.customer.pays(reference)
    await Promise.all(Array.from({ length: 20 }, () => shop.sim.resend(Number(notices[0]?.id))))
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(shop.app.merchant.counts.checkout).toMatchObject({ accepted: 1, repeated: 19, handled: 1 })
  })

  it('that say everything at once are told as the service says it, once', async () => {
    const shop = await openShop({ store: await make() })
    shop.service.know(reference, 'Settled')
    const claims = [{}, failed, { Status: 'Pending' }, { Amount: 49 }, { Status: 'Cancelled' }, { Status: 'Refunded' }]
    await Promise.all([...claims, ...claims].map((fields) => shop.push(fields)))
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', amountMinor: 5_000 }])
  })
})

describe('callbacks out of order', () => {
  it('are told in the order in which the service came to its ends', async () => {
    const shop = await openShopInTime()
    shop.service.answerWith(down)
    await shop.push({ Status: 'Refunded' })
    await shop.push()
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    shop.service.know(reference, 'Settled')
    shop.service.answerWith(undefined)
    await shop.passing(1_000, () => shop.told.length === 1)
    shop.service.know(reference, 'Refunded')
    await shop.push({ Status: 'Refunded' })
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'paid' },
      { id: idOf('refunded'), outcome: 'refunded' },
    ])
  })

  it('that come after the end are not told again', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    for (const fields of [{ Status: 'Pending' }, failed, {}]) await shop.push(fields)
    await eventually(async () => (await shop.app.merchant.inbox.count()).running === 0)
    await shop.untilTold(1)
    expect(shop.told).toHaveLength(1)
  })
})
