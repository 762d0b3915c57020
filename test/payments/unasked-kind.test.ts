import { expect, it } from 'vitest'
import { idOf, inShort, openShopInTime, reference } from './shop.ts'

it('a payment of a kind that is not confirmed is found all the same where its callback is lost', async () => {
  const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
  await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => shop.told.length > 0)
  expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
})
