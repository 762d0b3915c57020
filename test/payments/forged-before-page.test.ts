import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { everyStore, failed, openShop, order, reference } from './shop.ts'

const nameless = { ClientReference: undefined }

describe.each(dealt(everyStore))(
  'the page of a payment that only an unsigned push told of, with confirming turned off, on %s',
  (_name, make, it) => {
    it.each([
      ['paid', {}],
      ['paid, by its CheckoutId alone', nameless],
      ['failed', failed],
      ['cancelled', { ...failed, Status: 'Cancelled' }],
      ['refunded', { Status: 'Refunded' }],
    ])('is given again as long as the service knows of no payment: %s', async (_what, fields) => {
      const shop = await openShop({ store: await make(), confirmWith: false })
      const { checkout } = shop.app.merchant
      const page = await checkout.create(order)
      await shop.push({ CheckoutId: page.checkoutId, ...fields })
      await shop.untilTold(1, 1)
      expect(await checkout.create(order)).toEqual(page)
      shop.service.know(reference, 'Settled')
      await expect(checkout.create(order)).rejects.toMatchObject({ code: 'FMW_CHECKOUT_USED' })
    })

    it('is given again where the push came to the address of another order', async () => {
      const shop = await openShop({ store: await make(), confirmWith: false })
      const address = await shop.create()
      await shop.push({}, await shop.create('another-order'))
      await shop.untilTold(1, 2)
      expect(await shop.create()).toBe(address)
    })

    it('is not given where the push came to its own address', async () => {
      const shop = await openShop({ store: await make(), confirmWith: false })
      const address = await shop.create()
      await shop.push({}, address)
      await shop.untilTold(1, 1)
      await expect(shop.create()).rejects.toMatchObject({ code: 'FMW_CHECKOUT_USED' })
      expect(shop.service.questions()).toEqual([])
    })
  },
)
