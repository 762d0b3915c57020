import { describe, expect, it } from 'vitest'
import { checkoutOf, idOf, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

describe.each(keepingStores)(
  'a CheckoutId that somebody invents beside a reference that is paid, on %s',
  (_n, make) => {
    it('does not have it paid twice, and never comes to the handler', async () => {
      const shop = await openShop({ store: await make() })
      shop.service.know(reference, 'Settled')
      await shop.push({ CheckoutId: 'of-nobody-1' })
      await shop.push({ CheckoutId: 'of-nobody-2', Amount: 51 })
      await Promise.all([3, 4, 5].map((one) => shop.push({ CheckoutId: `of-nobody-${one}`, Amount: 50 + one })))
      await shop.untilTold(1)
      expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid')])
      expect(checkoutOf(shop.told[0])).toMatchObject({ checkoutId: null, paymentId: null, amountMinor: 5_000 })
    })
  },
)

describe('the checkoutId of an event', () => {
  it('is that of the invoice, whatever is pushed', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.push({ CheckoutId: 'of-nobody' }, url)
    await shop.untilTold(1, 1)
    expect(checkoutOf(shop.told[0])).toMatchObject({ checkoutId: 'invoice-order-17', paymentId: 'invoice-order-17' })
  })

  it('is that of the record, where there is no invoice of ours', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { CheckoutId: 'of-the-service' })
    await shop.push({ CheckoutId: 'of-nobody' })
    await shop.untilTold(1)
    expect(checkoutOf(shop.told[0])).toMatchObject({ checkoutId: 'of-the-service' })
  })

  it('is the InvoiceToken of the record where the push calls it so, in the spelling of the record', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { InvoiceToken: 'abc-def' })
    await shop.push({ CheckoutId: 'ABCDEF' })
    await shop.untilTold(1)
    expect(checkoutOf(shop.told[0])).toMatchObject({ checkoutId: 'abc-def' })
  })
})
