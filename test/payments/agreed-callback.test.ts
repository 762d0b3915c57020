import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  expectedOf,
  idOf,
  inShort,
  keepingStores,
  openShopInTime,
  openSimulatedShop,
  openSimulatedShopInTime,
  order,
  reference,
} from './shop.ts'

describe.each(keepingStores)('a callback of which the service says the same, on %s', (_name, make) => {
  it('is told to the handler once, as confirmed', async () => {
    const shop = await openSimulatedShop({ store: await make() })
    // Somebody else makes its invoice, so it was not expected here.
    const { clientReference: of, ...terms } = order
    const callbackUrl = 'https://shop.example/checkout'
    await shop.sim.customer.pays(shop.sim.openBill({ source: 'checkout', reference: of, callbackUrl, ...terms }))
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toEqual([
      { id: idOf('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['unexpected'], amountMinor: 5_000 },
    ])
    await expect.poll(() => shop.entries()).toEqual([[idOf('paid'), 'done']])
    // Its reference is used up.
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
    expect(shop.app.merchant.counts.checkout).toEqual({ accepted: 1, handled: 1, needsReview: 1 })
  })
})

describe('a confirmed event', () => {
  it('has what the service says of the payment, and what the callback says of itself', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.push({ TransactionId: 'of-the-pusher', Description: 'The payment came' }, url)
    await shop.until(idOf('paid'), 'done')
    const event = checkoutOf(shop.told[0])
    expect(event).toMatchObject({
      outcome: 'paid',
      evidence: 'confirmed',
      needsReview: [],
      signed: { reference, amountMinor: 5_000 },
      clientReference: reference,
      checkoutId: 'invoice-order-17',
      paymentId: 'invoice-order-17',
      transactionId: 't-order-17',
      externalTransactionId: '0000000000000000000000001',
      description: 'The payment came',
      amount: 50,
      customerPhone: '0000000000',
      confirmation: {
        askedAt: new Date(shop.clock.now()),
        says: 'paid',
        status: 'Settled',
        amountMinor: 5_000,
        feeMinor: 98,
        currencyCode: 'GHS',
        checkoutId: 'invoice-order-17',
        transactionId: 't-order-17',
      },
    })
    expect(event.confirmation?.raw).toMatchObject({ ResponseCode: '0000' })
  })

  it('tells of a payment that failed, or was cancelled, as the service says it', async () => {
    const shop = await openSimulatedShopInTime()
    await shop.create('a')
    await shop.create('b')
    await shop.sim.customer.pays('a', { fails: '2001' })
    await shop.sim.customer.pays('b', { cancels: true })
    await shop.untilTold(2, 2)
    expect(
      shop.told
        .map(inShort)
        .map(({ outcome, evidence }) => [outcome, evidence])
        .toSorted(),
    ).toEqual([
      ['cancelled', 'confirmed'],
      ['failed', 'confirmed'],
    ])
  })
})
