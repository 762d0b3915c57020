import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { everyStore, inShort, openShop, openShopInTime, order, reference, type Shop } from './shop.ts'

const used = { code: 'FMW_CHECKOUT_USED' }

/** The address of a USSD payment of anybody. */
function addressOf({ app }: Shop, sessionId = 'one', currency?: string): string {
  const terms = { kind: 'ussdPayment', sessionId, amount: 50, currency } as const
  const { pathname, search } = new URL(app.merchant.callbackUrl(terms))
  return pathname + search
}

/** A notice of the money of a checkout. */
async function notify({ app }: Shop, url: string) {
  const Data = { Amount: 50, TransactionId: `t-${reference}` }
  expect((await post(app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
}

/** The money of a checkout that was made elsewhere has come. */
function paid({ service }: Shop) {
  service.know(reference, 'Settled', { StartDate: new Date(Date.now() + 1_000).toISOString() })
}

function addressOfCheckout({ app }: Shop): string {
  const { pathname, search } = new URL(app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50 }))
  return pathname + search
}

const told = ({ told: all }: Shop) => all.map(({ event }) => [event.kind, event.outcome, event.needsReview])

describe.each(dealt(everyStore))(
  'the money of a checkout that is posted to the address of a USSD payment, on %s',
  (_name, make, it) => {
    it('settles no second order when its own callback comes', async () => {
      const shop = await openShop({ store: await make() })
      paid(shop)
      await notify(shop, addressOf(shop))
      await shop.untilTold(1)
      await shop.push({}, addressOfCheckout(shop))
      await shop.untilTold(2)
      expect(told(shop)).toEqual([
        ['ussdPayment', 'paid', []],
        ['checkout', 'undetermined', ['reused']],
      ])
    })

    it('settles no second order after its own callback', async () => {
      const shop = await openShop({ store: await make() })
      paid(shop)
      await shop.push()
      await shop.untilTold(1)
      await notify(shop, addressOf(shop))
      await shop.untilTold(2)
      expect(told(shop)).toEqual([
        ['checkout', 'paid', ['unexpected']],
        ['ussdPayment', 'undetermined', ['reused']],
      ])
    })

    it('settles one order where both come at once', async () => {
      const shop = await openShop({ store: await make() })
      paid(shop)
      await Promise.all([shop.push({}, addressOfCheckout(shop)), notify(shop, addressOf(shop))])
      await shop.untilTold(1)
      expect(told(shop).filter(([, outcome, reasons]) => outcome === 'paid' && `${reasons}` === '')).toHaveLength(1)
    })

    it('uses up its reference: no page is made for it', async () => {
      const shop = await openShop({ store: await make() })
      paid(shop)
      await notify(shop, '/ussd-payment')
      await shop.untilTold(1)
      await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
      expect(shop.service.invoiceOf(reference)).toBeUndefined()
    })
  },
)

it('the money of a checkout whose callback is told unasked is no USSD payment as well', async () => {
  const shop = await openShop({ store: keptInMemory(), checkout: { confirmWith: false } })
  paid(shop)
  await shop.push()
  await shop.untilTold(1)
  await notify(shop, '/ussd-payment')
  await shop.until(`ussdPayment:transactionId:t-${reference}|paid`, 'rejected')
  expect(told(shop)).toEqual([['checkout', 'paid', ['unexpected']]])
})

describe('the money of a checkout that was created here, at the address of a USSD payment', () => {
  it('is told as that of the checkout alone, and does not use the address up', async () => {
    const shop = await openShop({ store: keptInMemory() })
    await shop.create()
    paid(shop)
    const address = addressOf(shop)
    await notify(shop, address)
    await shop.push()
    await shop.untilTold(1, 1)
    shop.service.know('tea', 'Settled', { StartDate: new Date(Date.now() + 1_000).toISOString() })
    const Data = { Amount: 50, TransactionId: 't-tea' }
    await post(shop.app, address, { ResponseCode: '0000', Message: 'success', Data })
    await shop.untilTold(2, 1)
    expect(told(shop)).toEqual([
      ['checkout', 'paid', []],
      ['ussdPayment', 'paid', []],
    ])
  })

  it('is not taken from it by a USSD payment that is not what its address was made for', async () => {
    const shop = await openShop({ store: keptInMemory() })
    shop.service.know(reference, 'Settled', { StartDate: '2020-01-01T00:00:00Z' })
    await notify(shop, addressOf(shop))
    await shop.push({}, addressOfCheckout(shop))
    await shop.untilTold(2)
    expect(told(shop).toSorted()).toEqual([
      ['checkout', 'paid', []],
      ['ussdPayment', 'undetermined', ['beforeAsked']],
    ])
  })
})

describe('a USSD payment whose reference an unsigned callback of a checkout named before', () => {
  const later = { StartDate: new Date(Date.now() + 1_000).toISOString() }

  it.each([
    ['less was paid', 'Settled', { TransactionAmount: 9 }, ['undetermined', ['underpaid', 'reused']]],
    [
      'it was paid in another currency',
      'Settled',
      { CurrencyCode: 'USD' },
      ['undetermined', ['otherCurrency', 'reused']],
    ],
    [
      'it began before it was asked for',
      'Settled',
      { StartDate: '2020-01-01T00:00:00Z' },
      ['undetermined', ['beforeAsked', 'reused']],
    ],
    ['all of it was paid', 'Settled', {}, ['undetermined', ['reused']]],
    ['it went back', 'Refunded', {}, ['refunded', []]],
    ['it failed', 'Failed', {}, ['failed', []]],
  ] as const)('is told at its own address where %s', async (_what, status, fields, expected) => {
    const shop = await openShop({ store: keptInMemory() })
    const url = addressOf(shop, 'one', 'GHS')
    shop.service.know(reference, status, { ...later, ...fields })
    await shop.push()
    await shop.untilTold(1)
    await notify(shop, url)
    await shop.untilTold(2)
    expect(told(shop).at(-1)).toEqual(['ussdPayment', ...expected])
  })

  it('is not told at any other address', async () => {
    const shop = await openShop({ store: keptInMemory() })
    shop.service.know(reference, 'Settled', { ...later, TransactionAmount: 9 })
    await shop.push()
    await shop.untilTold(1)
    await notify(shop, '/ussd-payment')
    await shop.until(`ussdPayment:transactionId:t-${reference}|paid`, 'rejected')
  })
})

it('a USSD payment that is asked about is told by the checkout that took its reference meanwhile', async () => {
  const shop = await openShopInTime({ reconcile: { after: 1_000 } })
  shop.service.know(reference, 'Pending')
  await notify(shop, '/ussd-payment')
  await shop.passing(500, async () => (await shop.entries('expectedPayment')).length === 1)
  await shop.create()
  shop.service.know(reference, 'Settled')
  await shop.passing(500, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))
  expect(told(shop)).toEqual([['checkout', 'paid', []]])
})

describe('a checkout whose callback has its CheckoutId and no reference, and whose record has none either', () => {
  const nameless = { ClientReference: undefined }

  it('gets no page once it was told, and is not told again when it is asked for', async () => {
    const shop = await openShopInTime()
    await shop.create()
    shop.service.know(reference, 'Settled', nameless)
    await shop.push(nameless)
    await shop.untilTold(1, 1)
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
    shop.service.know(reference, 'Settled')
    await shop.passing(60_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(inShort)).toMatchObject([{ id: 'checkout:checkoutId:invoice-order-17|paid', outcome: 'paid' }])
  })

  it('gets no page once the service knows of it, where nobody is asked about callbacks', async () => {
    const shop = await openShopInTime({ confirmWith: false })
    await shop.create()
    await shop.push(nameless)
    await shop.untilTold(1, 1)
    shop.service.know(reference, 'Settled')
    await expect(shop.app.merchant.checkout.create(order)).rejects.toMatchObject(used)
    await shop.passing(60_000, async () =>
      (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'),
    )
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: ['unexpected'] },
      { outcome: 'paid', evidence: 'confirmed', needsReview: [] },
    ])
  })

  it('is found anyway where somebody invented what its callback says', async () => {
    const shop = await openShopInTime()
    await shop.create()
    shop.service.know(reference, 'Failed', nameless)
    await shop.push(nameless)
    await shop.untilTold(1, 1)
    shop.service.know(reference, 'Settled')
    await shop.passing(60_000, () => shop.told.length === 2)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'failed' }, { outcome: 'paid', needsReview: [] }])
  })
})
