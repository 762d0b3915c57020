import { expect, it } from 'vitest'
import { payingService } from './paying-service.ts'
import { inShort, openShop, openShopInTime, reference } from './shop.ts'

const TransactionType = 'ECOMMERCE'

it('a record with a type that the client was told of confirms a callback, also one that has the type', async () => {
  const service = await payingService()
  const shop = await openShop({ client: service.client({ paymentTypes: ['e-commerce'] }) }, { service })
  service.know(reference, 'Settled', { TransactionType })
  await shop.push({ TransactionType }, await shop.create())
  await shop.untilTold(1, 1)
  expect(shop.told.map(inShort)).toMatchObject([
    { outcome: 'paid', evidence: 'confirmed', needsReview: [], amountMinor: 5_000 },
  ])
})

it('a record with a type that nobody named is given up, and why says what to set', async () => {
  const shop = await openShopInTime({ reconcile: { after: 0, giveUpAfter: 3_600_000 } })
  shop.service.know(reference, 'Settled', { TransactionType })
  await shop.create()
  await shop.passing(600_000, () => shop.told.length > 0)
  expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['givenUp'] }])
  expect(shop.told[0]?.event.why).toContain("TransactionType 'ECOMMERCE' is not known to be money in")
  expect(shop.told[0]?.event.why).toContain('add it to paymentTypes of the client')
})
