import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import {
  checkoutOf,
  expectedOf,
  idOf,
  inShort,
  keepingStores,
  openSimulatedShop,
  openSimulatedShopInTime,
  reference,
} from './shop.ts'

describe.each(keepingStores)('a payment whose callback never comes, on %s', (_name, make) => {
  it('is asked for, and told as if its callback had come', async () => {
    const shop = await openSimulatedShop({ store: await make(), reconcile: { after: 100 } })
    shop.sim.faults.set('drop')
    await shop.create()
    await shop.sim.customer.pays(reference)
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
    const shop = await openSimulatedShopInTime()
    const { sim } = shop
    sim.faults.set('drop')
    await shop.create()
    await sim.customer.pays(reference, { hangs: true })
    const later = (times: number) => eventually(() => shop.app.merchant.counts.expectedPayment?.later === times)
    await later(1)
    shop.clock.advance(299_999)
    expect(shop.questions()).toEqual([])
    shop.clock.advance(1)
    await later(2)
    expect(shop.questions()).toHaveLength(1)
    sim.faults.set('statusDown')
    await shop.passing(10_000, () => shop.app.merchant.counts.expectedPayment?.later === 3)
    sim.faults.clear('statusDown')
    await sim.customer.finishes(reference)
    await shop.passing(10_000, () => shop.told.length === 1)
    await shop.until(expectedOf(), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
  })

  it('is told to the handler of checkouts alone where there is one beside that of payments', async () => {
    const checkouts: unknown[] = []
    const shop = await openSimulatedShopInTime({ checkout: (event) => void checkouts.push(event) })
    shop.sim.faults.set('drop')
    await shop.create()
    await shop.sim.customer.pays(reference)
    await shop.passing(300_000, () => checkouts.length === 1)
    await shop.until(expectedOf(), 'done')
    expect(checkouts).toMatchObject([{ outcome: 'paid', evidence: 'confirmed', reference }])
    expect(shop.told).toEqual([])
  })

  it('is told with what the service and the invoice say, and nothing else', async () => {
    const shop = await openSimulatedShopInTime()
    shop.sim.faults.set('drop')
    const checkoutId = await shop.create()
    const { transactionIds } = await shop.sim.customer.pays(reference)
    await shop.passing(300_000, () => shop.told.length === 1)
    expect(checkoutOf(shop.told[0])).toMatchObject({
      kind: 'checkout',
      receivedAt: new Date(shop.clock.now()),
      signed: null,
      clientReference: reference,
      checkoutId,
      transactionId: transactionIds[0],
      status: null,
      responseCode: null,
      description: null,
      raw: { ResponseCode: '0000' },
    })
  })

  it('is told as failed where the service says so', async () => {
    const shop = await openSimulatedShopInTime()
    shop.sim.faults.set('drop')
    await shop.create()
    await shop.sim.customer.pays(reference, { fails: '2001' })
    await shop.passing(300_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('failed'), outcome: 'failed', evidence: 'confirmed' }])
  })
})
