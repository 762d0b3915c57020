import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { expectedOf, idOf, inShort, openSimulatedShopInTime, reference } from './shop.ts'

/** The notice says pending, and so does the service. */
const pending = { fails: '0002' }
const later = (shop: Awaited<ReturnType<typeof openSimulatedShopInTime>>, times: number) =>
  eventually(() => shop.app.merchant.counts.checkout?.later === times)

describe('a callback that says paid while the service says pending', () => {
  it('waits, and is told when the service says paid too', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create()
    shop.sim.faults.set('statusLies', { way: 'pending' })
    await shop.sim.customer.pays(reference)
    await later(shop, 1)
    expect(shop.told).toEqual([])
    const looked = async () => (await shop.app.merchant.inbox.list({ kinds: 'checkout' })).entries
    const reason = "the service's record says that it is still pending"
    expect(await looked()).toMatchObject([{ state: 'waiting', attempts: [], dueAt: expect.any(Date), reason }])
    shop.sim.faults.clear()
    await shop.passing(1_000, async () => shop.told.length === 1)
    await shop.until(idOf('paid'), 'done')
    expect(await looked()).toMatchObject([{ state: 'done', reason: null }])
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
    await shop.passing(300_000, async () => (await shop.entries('expectedPayment'))[0]?.[1] === 'done')
    expect(shop.told).toHaveLength(1)
  })

  it('is not believed when it still says so after reconcile.after; the service is asked until it knows', async () => {
    const shop = await openSimulatedShopInTime({ reconcile: { after: 2_000 } })
    await shop.create()
    shop.sim.faults.set('statusLies', { way: 'pending' })
    await shop.sim.customer.pays(reference)
    await later(shop, 1)
    await shop.passing(1_000, async () => (await shop.entries())[0]?.[1] === 'rejected')
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), expect.stringMatching('waiting|running')]])
    expect(shop.told).toEqual([])
    shop.sim.faults.clear()
    await shop.passing(
      1_000,
      async () => shop.told.length === 1 && (await shop.entries('expectedPayment'))[0]?.[1] === 'done',
    )
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
  })
})

describe('a callback that says pending', () => {
  it('is told where the service says pending too, and what comes of it is told after it', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create()
    await shop.sim.customer.pays(reference, pending)
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('pending'), outcome: 'pending', evidence: 'confirmed' }])
    await shop.sim.customer.finishes(reference)
    await shop.untilTold(2, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'pending' }, { id: idOf('paid'), outcome: 'paid' }])
  })

  it('is followed up: what comes of it is told although no other callback comes', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create()
    await shop.sim.customer.pays(reference, pending)
    await shop.untilTold(1, 1)
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'waiting']])
    shop.sim.faults.next('drop')
    await shop.sim.customer.finishes(reference)
    shop.clock.advance(300_000)
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'pending' }, { id: idOf('paid'), outcome: 'paid' }])
  })

  it('is not told where the service says paid', async () => {
    const shop = await openSimulatedShopInTime()
    const { sim } = shop
    await shop.create()
    sim.faults.set('drop')
    const { notices } = await sim.customer.pays(reference, pending)
    await sim.customer.finishes(reference)
    await sim.resend(Number(notices[0]?.id))
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
    expect(await shop.entries()).toEqual([
      [idOf('paid'), 'done'],
      [idOf('pending'), 'done'],
    ])
  })
})
