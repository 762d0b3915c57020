import { describe, expect, it } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { expectedOf, failed, idOf, inShort, openShopInTime, reference } from './shop.ts'

describe('a payment that failed, and is tried again by the customer', () => {
  it('is asked about again when a callback says that it is pending, and told when it is paid', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    shop.service.know(reference, 'Failed')
    const url = await shop.create()
    await shop.push(failed, url)
    await shop.passing(500, async () => (await shop.entries('expectedPayment'))[0]?.[1] === 'done')
    shop.service.know(reference, 'Pending')
    await shop.push({ Status: 'Pending' }, url)
    await shop.untilTold(2, 1)
    shop.service.know(reference, 'Settled')
    await shop.passing(500, () => shop.told.length === 3)
    await shop.until(expectedOf(), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('failed'), outcome: 'failed' },
      { id: idOf('pending'), outcome: 'pending' },
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [] },
    ])
  })
})

describe('a payment that was given up', () => {
  it('is not asked about on a schedule again because a callback says that it is pending: people were called', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 2_000 } })
    shop.service.know(reference, 'Pending')
    const url = await shop.create()
    await shop.passing(500, () => shop.givenUp.length === 1)
    await shop.untilTold(1)
    await shop.push({ Status: 'Pending' }, url)
    await shop.untilTold(2)
    await eventually(async () => (await shop.app.merchant.inbox.count()).running === 0)
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'dead']])
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('undetermined|givenUp') },
      { id: idOf('pending'), outcome: 'pending' },
    ])
  })
})
