import { describe, expect, it } from 'vitest'
import { dealt } from '../store/dealt.ts'
import {
  everyStore,
  expectedOf,
  failed,
  idOf,
  inShort,
  openShop,
  openShopInTime,
  reference,
  type Shop,
} from './shop.ts'

it('a payment of a kind that is not confirmed is found anyway where its callback is lost', async () => {
  const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
  await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.passing(60_000, () => shop.told.length > 0)
  expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
})

it('what an unsigned callback says against it makes its paid end no news for the service to tell again', async () => {
  const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
  const address = await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.push({}, address)
  await shop.passing(0, () => shop.told.length === 1)
  await shop.push(failed)
  await shop.passing(0, () => shop.told.length === 2)
  const isAsked = async () =>
    (await shop.entries('expectedPayment')).some(([id, state]) => id === expectedOf() && state === 'done')
  await shop.passing(60_000, isAsked)
  expect(shop.told.map(inShort)).toMatchObject([
    { outcome: 'paid', evidence: 'signed', needsReview: [] },
    { outcome: 'failed', evidence: 'callback', needsReview: ['contradicted', 'unexpected'] },
  ])
})

it('is told plainly where only an unsigned callback has told it', async () => {
  const shop = await openShopInTime({ confirmWith: false, reconcile: { after: 300_000 } })
  await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.push()
  await shop.passing(60_000, () => shop.told.length === 2)
  expect(shop.told.map(inShort)).toMatchObject([
    { outcome: 'paid', evidence: 'callback', needsReview: ['unexpected'] },
    { id: `${idOf('paid')}|2`, outcome: 'paid', evidence: 'confirmed', needsReview: [] },
  ])
})

describe.each(dealt(everyStore))(
  'a payment of a kind that is not confirmed, which the service told of, on %s',
  (_name, make, it) => {
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
