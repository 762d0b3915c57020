import { describe, expect, it } from 'vitest'
import { record } from '../client/transactions.ts'
import { checkoutOf, idOf, inShort, openShopInTime, reference } from './shop.ts'

const nameless = { ClientReference: undefined }
const ids = (shop: { readonly told: readonly { readonly attempt: { readonly entryId: string } }[] }) =>
  shop.told.map(({ attempt }) => attempt.entryId)

describe('a callback that has a CheckoutId and no reference', () => {
  it('is told under the reference of the record whose InvoiceToken it is', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await shop.push(nameless)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', evidence: 'confirmed' }])
    expect(checkoutOf(shop.told[0])).toMatchObject({ clientReference: reference, checkoutId: 'invoice-order-17' })
    expect(await shop.entries()).toEqual([
      ['checkout:checkoutId:invoice-order-17|paid', 'done'],
      [idOf('paid'), 'done'],
    ])
  })

  it('is not told beside one that has both', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await Promise.all([shop.push(nameless), shop.push(), shop.push({ ...nameless, CheckoutId: 'INVOICE-ORDER17' })])
    await shop.untilTold(1)
    expect(ids(shop)).toEqual([idOf('paid')])
  })

  it('is compared with what was asked for', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { TransactionAmount: 49 })
    await shop.create()
    await shop.push(nameless)
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['underpaid'] }])
  })

  it('is no payment of a record that has neither its CheckoutId nor its InvoiceToken', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000 } })
    shop.service.know(reference, 'Settled', { InvoiceToken: undefined })
    await shop.push(nameless)
    await shop.passing(1_000, async () => (await shop.entries())[0]?.[1] === 'rejected')
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['unknownReference'] }])
  })

  it('is told once, however it is spelled, of a record without a reference', async () => {
    const shop = await openShopInTime()
    const nobodys = { ...record, ClientReference: undefined, InvoiceToken: 'abc-def' }
    for (const CheckoutId of ['abc-def', 'ABC-DEF', 'abcdef']) {
      shop.service.answerWith({ body: { ResponseCode: '0000', Data: [nobodys] } })
      await shop.push({ ...nameless, CheckoutId })
    }
    await shop.untilTold(1)
    expect(ids(shop)).toEqual(['checkout:checkoutId:abcdef|paid'])
  })

  it('is told after all where it relied on another push, and the service was behind when it was asked for that', async () => {
    const shop = await openShopInTime({ reconcile: { after: 60_000 } })
    const url = await shop.create()
    await shop.push()
    const begun = shop.clock.now()
    // The claim is asked about every quarter of its age: after this it is too old for what the first one was told.
    const asked = () => shop.service.questions().length
    await shop.passing(1_000, () => shop.clock.now() - begun >= 44_000)
    const before = asked()
    await shop.passing(1_000, () => asked() > before)
    shop.service.know(reference, 'Settled')
    await shop.push(nameless, url)
    await shop.until('checkout:checkoutId:invoice-order-17|paid', 'done')
    expect(shop.told).toEqual([])
    shop.service.know(reference, 'Pending')
    await shop.passing(1_000, async () => (await shop.entries()).some(([, state]) => state === 'rejected'))
    shop.service.know(reference, 'Settled')
    await shop.passing(10_000, () => shop.told.length > 0)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: [] },
    ])
  })

  it('is asked about by the reference of its address, where that is signed', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.push({ ...nameless, CheckoutId: 'of-nobody' }, url)
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid', needsReview: [] }])
    expect(checkoutOf(shop.told[0]).checkoutId).toBe('invoice-order-17')
  })
})
