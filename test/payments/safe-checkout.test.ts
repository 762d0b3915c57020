import { describe, expect, it } from 'vitest'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { appWith } from '../http/app.ts'
import { instead } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { payingService } from './paying-service.ts'
import { expectedOf, idOf, inShort, openShop, openShopInTime, order, reference } from './shop.ts'

describe('a checkout that is created', () => {
  it('gives the page of the service, and is expected by then', async () => {
    const shop = await openShopInTime()
    const invoice = await shop.app.merchant.checkout.create({ ...order, currency: 'GHS', payeeName: 'A customer' })
    expect(invoice).toMatchObject({
      checkoutUrl: expect.stringMatching(/^http:.*invoice-order-17$/),
      checkoutId: 'invoice-order-17',
      isPaidByHand: false,
    })
    const details = await shop.app.merchant.inbox.get(expectedOf())
    expect(details).toMatchObject({
      kind: 'expectedPayment',
      reference,
      event: undefined,
      raw: {
        kind: 'checkout',
        question: { clientReference: reference },
        checkoutId: 'invoice-order-17',
        amountMinor: 5_000,
        currency: 'GHS',
        isOurs: true,
        since: shop.clock.now(),
      },
    })
    expect(shop.service.invoiceOf(reference)).toMatchObject({
      clientReference: reference,
      totalAmount: 50,
      description: order.description,
      returnUrl: order.returnUrl,
      cancellationUrl: order.cancellationUrl,
      PayeeName: 'A customer',
    })
  })

  it('has its callbacks come to an address that was signed for it, for as long as it is waited for', async () => {
    const shop = await openShopInTime({ reconcile: { giveUpAfter: 86_400_000 }, confirmWith: false })
    const url = await shop.create(reference, { amount: 0.3, currency: 'GHS' })
    const { searchParams } = new URL(url, 'https://shop.example')
    expect(Object.fromEntries(searchParams)).toEqual({
      mref: reference,
      mamt: '30',
      mcur: 'GHS',
      mexp: String((shop.clock.now() + 86_400_000) / 1_000),
      msig: expect.stringMatching(/^1\./),
    })
    await shop.push({ Amount: 0.3 }, url)
    await shop.untilTold(1, 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', evidence: 'signed' }])
  })

  it('is signed for a second at least, and a year at most', async () => {
    for (const [giveUpAfter, seconds] of [
      [0, 1],
      [2_147_483_647, 2_147_483],
    ] as const) {
      const shop = await openShopInTime({ reconcile: { after: 0, giveUpAfter } })
      const url = await shop.create()
      const { searchParams } = new URL(url, 'https://shop.example')
      expect(Number(searchParams.get('mexp')) - shop.clock.now() / 1_000).toBe(seconds)
    }
  })

  it('is asked about by its reference alone where the service gave no CheckoutId', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    const data = { clientReference: reference, checkoutUrl: 'https://pay.example/1', message: '' }
    shop.service.answerWith({ body: { responseCode: '0000', status: 'Success', data } })
    await shop.app.merchant.checkout.create(order)
    shop.service.know(reference, 'Settled')
    shop.service.answerWith(undefined)
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.service.questions().at(-1)?.toString()).toBe(`ClientReference=${reference}`)
  })
})

describe('what is expected, and what the service said of it', () => {
  it('are no pushes that could be exported', async () => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled')
    await shop.create()
    await shop.untilTold(1)
    for (const id of [expectedOf(), idOf('paid')]) {
      await expect(shop.app.merchant.inbox.export(id)).rejects.toMatchObject({ code: 'FMW_LOOK' })
    }
  })
})

describe('a checkout that is not created', () => {
  it.each(['null', '{}', '"soon"'])('is not sent where its signal is %s', async (signal) => {
    const shop = await openShopInTime()
    const creating = shop.app.merchant.checkout.create(order, { signal: untyped(signal) })
    await expect(creating).rejects.toMatchObject({ code: 'FMW_CLIENT_FIELD', field: 'signal' })
    expect(shop.service.received).toEqual([])
  })

  it('is not expected where the service refuses it', async () => {
    const shop = await openShopInTime()
    shop.service.answerWith({ body: { responseCode: '2001', status: 'Error', data: null } })
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ isUncertain: false })
    expect(await shop.entries('expectedPayment')).toEqual([])
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 1.001 }],
    ['amount', { amount: Number.NaN }],
    ['currency', { currency: 'cedis' }],
    ['currency', { currency: 'ghs' }],
    ['currency', { currency: untyped('["GHS"]') }],
    ['clientReference', { clientReference: 'x'.repeat(33) }],
    ['clientReference', { clientReference: ' ' }],
    ['description', { description: '' }],
    ['returnUrl', { returnUrl: '/thanks' }],
    ['totalAmount', { totalAmount: 1 }],
    ['callbackUrl', { callbackUrl: 'https://elsewhere.example' }],
  ])('is not sent where its %s is wrong', async (field, wrong) => {
    const shop = await openShopInTime()
    await expect(shop.app.merchant.checkout.create({ ...order, ...wrong })).rejects.toMatchObject({
      code: 'FMW_CLIENT_FIELD',
      field,
    })
    expect(shop.service.received).toEqual([])
    expect(await shop.entries('expectedPayment')).toEqual([])
  })

  it.each(['null', '[]', '"order-17"'])('is not sent where the request is %s', async (request) => {
    const shop = await openShopInTime()
    await expect(shop.app.merchant.checkout.create(JSON.parse(request))).rejects.toMatchObject({
      code: 'FMW_CLIENT_FIELD',
      field: 'the request',
    })
    expect(shop.service.received).toEqual([])
  })

  it('is not sent before the application is ready: there is no store yet that could wait for its payment', async () => {
    const service = await payingService()
    const app = await appWith({
      publicUrl: 'https://shop.example',
      secret: 'a secret of this test',
      client: service.client(),
      payment: () => undefined,
    })
    await expect(app.merchant.checkout.create(order)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(service.received).toEqual([])
    await app.ready()
    await app.merchant.checkout.create(order)
    expect(service.received).toHaveLength(1)
  })

  it('is not sent where the store cannot be asked', async () => {
    const store = keptInMemory(({ inbox }) => ({
      inbox: instead(inbox, { get: () => Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it is gone')) }),
    }))
    const shop = await openShop({ store })
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(shop.service.received).toEqual([])
  })

  it.each([['secret'], ['publicUrl']])('is not sent without %s', async (name) => {
    const shop = await openShopInTime({ [name]: undefined })
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ code: 'FMW_OPTION' })
    expect(shop.service.received).toEqual([])
  })

  it('is told of by the store that failed after it; nobody was given its page', async () => {
    const service = await payingService()
    const store = keptInMemory(({ inbox }) => ({
      inbox: instead(inbox, { accept: () => Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it is full')) }),
    }))
    const shop = await openShop({ store }, { service })
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    expect(service.invoiceOf(reference)).toMatchObject({ clientReference: reference })
  })
})

/** What JavaScript may give. */
function untyped(json: string) {
  return JSON.parse(json)
}
