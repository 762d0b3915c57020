import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { everyStore, idOf, inShort, openShop, order, reference, type Shop } from './shop.ts'

describe.each(dealt(everyStore))('after its creation was cut off, on %s, a reference', (_name, make, it) => {
  it.each([
    ['a higher amount', { amount: 80, currency: 'GHS' }],
    ['a lower amount', { amount: 30, currency: 'GHS' }],
    ['another currency', { currency: 'NGN' }],
    ['no currency', {}],
  ])('is refused with %s, and nothing is sent', async (_what, terms) => {
    const shop = await openShop({ store: await make() })
    await cutOff(shop)
    await expect(create(shop, terms)).rejects.toMatchObject({ code: 'FMW_CHECKOUT_USED', statusCode: 409 })
    expect(shop.service.invoiceOf(reference)).toMatchObject({ totalAmount: order.amount })
  })

  it('gets a page with the same terms, and its payment is held against them', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 0, giveUpAfter: 600_000 } })
    await cutOff(shop)
    await expect(create(shop, { currency: 'GHS' })).resolves.toMatchObject({ clientReference: reference })
    shop.service.know(reference, 'Settled', { TransactionAmount: 30 })
    await shop.untilTold(1)
    const underpaid = { id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'] }
    expect(shop.told.map(inShort)).toMatchObject([underpaid])
  })

  it('leaves another reference free for other terms', async () => {
    const shop = await openShop({ store: await make() })
    await cutOff(shop)
    await expect(create(shop, { amount: 30, clientReference: 'order-17-2' })).resolves.toMatchObject({
      clientReference: 'order-17-2',
    })
  })
})

/** An invoice over 50.00 GHS is asked for, and no answer says whether it was made. */
async function cutOff(shop: Shop): Promise<void> {
  shop.service.answerWith((response) => response.destroy())
  await expect(create(shop, { currency: 'GHS' })).rejects.toMatchObject({ isUncertain: true })
  shop.service.answerWith(undefined)
}

function create({ app }: Shop, terms: { clientReference?: string; amount?: number; currency?: string }) {
  return app.merchant.checkout.create({ ...order, ...terms })
}
