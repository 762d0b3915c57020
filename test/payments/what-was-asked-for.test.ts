import { describe, expect, it } from 'vitest'
import type { ReviewReason } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { payingService } from './paying-service.ts'
import { idOf, inShort, keepingStores, openShop, openShopInTime, reference } from './shop.ts'

const asked = { amount: 50, currency: 'GHS' }

describe.each(keepingStores)('a payment of less than was asked for, on %s', (_name, make) => {
  it('is undetermined, once, and a person is to look at it', async () => {
    const shop = await openShop({ store: await make(), reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled', { TransactionAmount: 49.99 })
    const url = await shop.create()
    await shop.push({}, url)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toEqual([
      {
        id: idOf('paid'),
        outcome: 'undetermined',
        evidence: 'confirmed',
        needsReview: ['underpaid'],
        amountMinor: 4_999,
      },
    ])
  })
})

describe('what the service says is compared with what was asked for', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, readonly ReviewReason[]]>([
    ['less', { TransactionAmount: 49.99 }, 'undetermined', ['underpaid']],
    ['more', { TransactionAmount: 50.01 }, 'paid', ['overpaid']],
    ['another currency', { CurrencyCode: 'USD' }, 'undetermined', ['otherCurrency']],
    ['no currency', { CurrencyCode: undefined }, 'paid', []],
    ['the currency in other letters', { CurrencyCode: ' ghs' }, 'paid', []],
    [
      'less in another currency',
      { TransactionAmount: 1, CurrencyCode: 'USD' },
      'undetermined',
      ['underpaid', 'otherCurrency'],
    ],
  ])('%s', async (_what, fields, outcome, needsReview) => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', fields)
    await shop.push({}, await shop.create(reference, asked))
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ outcome, needsReview, evidence: 'confirmed' }])
    expect(shop.told[0]?.event.confirmation?.says).toBe('paid')
  })

  it('no amount, once the service has had the time to book it', async () => {
    const shop = await openShopInTime({ reconcile: { after: 10_000 } })
    shop.service.know(reference, 'Settled', { TransactionAmount: undefined })
    await shop.push({}, await shop.create(reference, asked))
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    expect(shop.told).toEqual([])
    await shop.passing(1_000, () => shop.told.length === 1)
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'undetermined', needsReview: ['amountUnknown'], evidence: 'confirmed' },
    ])
  })

  it('the amount that is booked a little later', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { TransactionAmount: undefined })
    await shop.push({}, await shop.create(reference, asked))
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    shop.service.know(reference, 'Settled')
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', needsReview: [], amountMinor: 5_000 }])
  })

  it('and not with what the callback says', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { TransactionAmount: 1 })
    await shop.push({ Amount: 50 }, await shop.create(reference, asked))
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', amountMinor: 100 }])
    expect(shop.told[0]?.event).toMatchObject({ amount: 1 })
  })

  it('in whatever currency, where none was asked for', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { CurrencyCode: 'USD' })
    await shop.push({}, await shop.create())
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', needsReview: [] }])
  })

  it('by the address where the invoice was made by other means', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { TransactionAmount: 49, CurrencyCode: 'USD' })
    const url = new URL(shop.app.merchant.callbackUrl({ kind: 'checkout', reference, ...asked }))
    await shop.push({}, url.pathname + url.search)
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'undetermined', needsReview: ['underpaid', 'otherCurrency'], amountMinor: 4_900 },
    ])
  })

  it('says nothing of how much a failed payment came to', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Failed', { TransactionAmount: 0 })
    await shop.push({ Status: 'Failed' }, await shop.create(reference, asked))
    await shop.until(idOf('failed'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'failed', needsReview: [] }])
  })
})

describe('an amount that nobody says', () => {
  it('is not taken from the callback, and makes no payment paid, also where nobody was asked for any', async () => {
    const service = await payingService()
    const settings = {
      client: undefined,
      secret: undefined,
      confirmWith: service.client(),
      reconcile: { after: 10_000 },
    }
    const shop = await openShopInTime(settings, { service })
    service.know(reference, 'Settled', { TransactionAmount: undefined, MobileNumber: undefined })
    await shop.push({ Amount: 5_000, CustomerPhoneNumber: '+233000000000' })
    await eventually(() => shop.app.merchant.counts.checkout?.later === 1)
    expect(shop.told).toEqual([])
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told[0]?.event).toMatchObject({
      outcome: 'undetermined',
      needsReview: ['amountUnknown'],
      evidence: 'confirmed',
      amount: null,
      amountMinor: null,
      customerPhone: null,
      customerPhoneInternational: null,
    })
  })
})

describe('a payment that comes to the address of another', () => {
  it('is told, with a reason to look at it', async () => {
    const shop = await openShopInTime()
    shop.service.know('order-18', 'Settled')
    const url = await shop.create()
    await shop.create('order-18')
    await shop.push({ ClientReference: 'order-18' }, url)
    await shop.until(idOf('paid', 'order-18'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid', 'order-18'), outcome: 'paid', needsReview: ['otherReference'] },
    ])
  })
})

describe('a payment that nobody asked for', () => {
  it('is told, with a reason to look at it, where checkouts are created here', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', needsReview: ['unexpected'] }])
  })

  it('is told without one where they are not, and get no addresses of their own', async () => {
    const service = await payingService()
    const settings = { client: undefined, secret: undefined, confirmWith: service.client() }
    const shop = await openShopInTime(settings, { service })
    service.know(reference, 'Settled')
    await shop.push()
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', evidence: 'confirmed', needsReview: [] }])
  })
})
