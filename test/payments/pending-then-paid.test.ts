import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { expectedOf, idOf, inShort, openShopInTime, reference } from './shop.ts'

const pending = { Status: 'Pending' }
const later = (shop: Awaited<ReturnType<typeof openShopInTime>>, times: number) =>
  eventually(() => shop.app.merchant.counts.checkout?.later === times)

describe('a callback that says paid while the service says pending', () => {
  it('waits, and is told when the service says paid too', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Pending')
    await shop.push()
    await later(shop, 1)
    expect(shop.told).toEqual([])
    shop.service.know(reference, 'Settled')
    await shop.passing(1_000, async () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
  })

  it('is not believed when it still says so after reconcile.after; the service is asked until it knows', async () => {
    const shop = await openShopInTime({ reconcile: { after: 2_000 } })
    shop.service.know(reference, 'Pending')
    await shop.push()
    await later(shop, 1)
    await shop.passing(1_000, async () => (await shop.entries())[0]?.[1] === 'rejected')
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), expect.stringMatching('waiting|running')]])
    expect(shop.told).toEqual([])
    shop.service.know(reference, 'Settled')
    await shop.passing(
      1_000,
      async () => shop.told.length === 1 && (await shop.entries('expectedPayment'))[0]?.[1] === 'done',
    )
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
  })
})

describe('a callback that says pending', () => {
  it('is told where the service says pending too, and what comes of it is told after it', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Pending')
    await shop.push(pending)
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('pending'), outcome: 'pending', evidence: 'confirmed' }])
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(2, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'pending' }, { id: idOf('paid'), outcome: 'paid' }])
  })

  it('is followed up: what comes of it is told although no other callback comes', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Pending')
    await shop.push(pending)
    await shop.untilTold(1, 1)
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'waiting']])
    shop.service.know(reference, 'Settled')
    shop.clock.advance(300_000)
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'pending' }, { id: idOf('paid'), outcome: 'paid' }])
  })

  it('is not told where the service says paid', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await shop.push(pending)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
    expect(await shop.entries()).toEqual([
      [idOf('paid'), 'done'],
      [idOf('pending'), 'done'],
    ])
  })
})
