import { describe, expect, it } from 'vitest'
import { keptInMemory } from '../testing/stores.ts'
import { expectedOf, idOf, inShort, keepingStores, openShop, reference } from './shop.ts'

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])(
  'a payment in another currency than asked for, with confirming turned off, on %s',
  (_name, make) => {
    it.each([
      ['names no currency', {}],
      ['names the one that was asked for', { Currency: 'GHS' }],
    ])('is told by the word of the service, where its callback %s', async (_what, fields) => {
      const shop = await openShop({ store: await make(), confirmWith: false, reconcile: { after: 0 } })
      const address = await shop.create(reference, { currency: 'GHS' })
      await shop.push(fields, address)
      await shop.untilTold(1, 1)
      shop.service.know(reference, 'Settled', { CurrencyCode: 'USD' })
      await shop.until(expectedOf(), 'done')
      await shop.untilTold(2)
      expect(shop.told.map(inShort)).toMatchObject([
        { outcome: 'paid', evidence: 'signed', needsReview: [] },
        {
          id: `${idOf('paid')}|2`,
          outcome: 'undetermined',
          evidence: 'confirmed',
          needsReview: ['contradicted', 'otherCurrency'],
        },
      ])
      await shop.push(fields, address)
      await shop.untilTold(2)
      expect(shop.told).toHaveLength(2)
    })
  },
)
