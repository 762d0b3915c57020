import { describe, expect, it } from 'vitest'
import { keptInMemory } from '../testing/stores.ts'
import { idOf, inShort, keepingStores, openShop, openShopInTime, reference, type Shop } from './shop.ts'

it('a payment of a kind that is not confirmed is found all the same where its callback is lost', async () => {
  const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
  await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => shop.told.length > 0)
  expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
})

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])(
  'a payment of a kind that is not confirmed, which the service told of, on %s',
  (_name, make) => {
    /** A shop whose callback is late: the service was asked, and the handler told what it says. */
    async function shopThatAsked(
      status = 'Settled',
      more: Readonly<Record<string, unknown>> = {},
    ): Promise<{ readonly shop: Shop; readonly address: string }> {
      const shop = await openShop({ store: await make(), confirmWith: false, reconcile: { after: 0 } })
      shop.service.know(reference, status, more)
      const address = await shop.create()
      await shop.untilTold(1)
      expect(shop.told.map(inShort)).toMatchObject([{ evidence: 'confirmed', needsReview: [] }])
      return { shop, address }
    }

    it('is not told again when its callback comes late, to its own address or to that of all', async () => {
      const { shop, address } = await shopThatAsked()
      await shop.push({}, address)
      await shop.push({}, address)
      await shop.untilTold(1)
      expect(shop.told).toHaveLength(1)
    })

    it('is not told again where the callback says more than the service', async () => {
      const { shop, address } = await shopThatAsked('Settled', {
        ...{ TransactionId: 'AB-CD', NetworkTransactionId: null, MobileNumber: '233*****000' },
      })
      await shop.push(
        { TransactionId: 'abcd', ExternalTransactionId: '9', CustomerPhoneNumber: '+233000000000' },
        address,
      )
      await shop.untilTold(1)
      expect(shop.told).toHaveLength(1)
    })

    it('is not told as failed again, though its callback has an amount of 0', async () => {
      const { shop, address } = await shopThatAsked('Failed')
      await shop.push({ Status: 'Failed', Amount: 0 }, address)
      await shop.untilTold(1, 0)
      expect(shop.told).toHaveLength(1)
    })

    it.each([
      ['another CheckoutId', { CheckoutId: 'of-somebody-else' }],
      ['another transaction', { TransactionId: 't-2' }],
      ['another one of the network', { ExternalTransactionId: '2' }],
      ['another amount', { Amount: 51 }],
      ['another currency', { Currency: 'NGN' }],
      ['another phone', { CustomerPhoneNumber: '+233000000001' }],
    ])('is contradicted where a late callback at its own address names %s', async (_what, fields) => {
      const { shop, address } = await shopThatAsked('Settled', {
        ...{ TransactionId: 't-1', NetworkTransactionId: '1', CurrencyCode: 'GHS', MobileNumber: '233000000000' },
      })
      await shop.push(fields, address)
      await shop.untilTold(2)
      expect(shop.told.map(inShort)[1]).toMatchObject({ evidence: 'signed', needsReview: ['contradicted'] })
    })
  },
)
