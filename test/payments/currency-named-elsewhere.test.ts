import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { idOf, inShort, openShopInTime, reference } from './shop.ts'

const asked = { amount: 50, currency: 'GHS' }
const silent = { CurrencyCode: undefined }
const other = { outcome: 'undetermined', evidence: 'confirmed', needsReview: ['otherCurrency'] }
const paid = { outcome: 'paid', evidence: 'confirmed', needsReview: [] }

/** Fees, accounts, wallets, cards and rates may have a currency of their own. */
const ofOtherMoney: readonly Readonly<Record<string, unknown>>[] = [
  ...[
    ...['TransactionFeeCurrency', 'ServiceChargeCurrency', 'MerchantAccountCurrency', 'CustomerWalletCurrency'],
    ...['BillingCurrency', 'CardCurrency', 'settlement_currency_code'],
  ].map((name) => ({ [name]: 'USD' })),
  { Fees: { ChargedCurrency: 'USD', TransactionCurrency: 'USD' } },
  { ExchangeRates: [{ QuoteCurrency: 'USD', Currency: 'USD' }] },
  { Payment: { Wallet: { CurrencyCode: 'USD' } } },
  { Settlement: { PaymentCurrency: 'USD' } },
]

/** What a checkout in GHS is told as. */
async function toldOf(record: Readonly<Record<string, unknown>>, callback: Readonly<Record<string, unknown>> = {}) {
  const shop = await openShopInTime()
  shop.service.know(reference, 'Settled', { ...silent, ...record })
  await shop.push(callback, await shop.create(reference, asked))
  await shop.until(idOf('paid'), 'done')
  return shop.told.map((told) => ({ ...inShort(told), currency: told.event.confirmation?.currencyCode }))
}

describe('a record that names the currency in another field than CurrencyCode', () => {
  it.each([
    { Currency: 'USD' },
    { currency: ' usd' },
    { CurrencyCode: '', Currency: 'USD' },
    { currencyCode: null, Currency: 'USD' },
    { TransactionCurrency: 'USD' },
    { transaction_currency_code: 'USD' },
    { Payment: { Currency: 'USD' } },
    { PaymentDetails: [{ Currency: 'USD' }] },
    { PaymentCurrency: 'USD' },
    { Payment: { AmountCurrency: 'USD' } },
  ])('is no plain payment in the one that was asked for: %j', async (record) => {
    expect(await toldOf(record)).toMatchObject([{ ...other, currency: 'USD' }])
  })

  it.each([
    { Currency: 'GHS' },
    { TransactionCurrency: 'ghs' },
    { Currency: 'Ghana cedi' },
    { FeeCurrency: 'USD' },
    { SettlementCurrency: 'USD' },
    { refundCurrency: 'USD' },
    { Payer: { Currency: 'USD' } },
    { MetaData: { Currency: 'USD' } },
    ...ofOtherMoney,
  ])('is paid where that is the one, or says nothing of the payment: %j', async (record) => {
    expect(await toldOf(record)).toMatchObject([paid])
  })

  it.each([{ Currency: 'USD' }, { TransactionCurrency: 'USD' }, { Payment: { Currency: 'USD' } }])(
    'proves nothing where its CurrencyCode says otherwise: %j',
    async (record) => {
      const shop = await openShopInTime()
      shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS', ...record })
      await shop.push({}, await shop.create(reference, asked))
      await shop.passing(60_000, async () => (await shop.entries()).some(([, state]) => state !== 'waiting'))
      expect(shop.told).toEqual([])
    },
  )
})

it.each(ofOtherMoney)('a record whose CurrencyCode is the one that was asked for is paid beside %j', async (record) => {
  expect(await toldOf({ CurrencyCode: 'GHS', ...record }, record)).toMatchObject([{ ...paid, currency: 'GHS' }])
})

describe('a callback at its own address that names a currency, where the record names none', () => {
  it('is no plain payment in another than was asked for', async () => {
    expect(await toldOf({}, { Currency: 'USD' })).toMatchObject([other])
    expect(await toldOf({}, { CurrencyCode: 'USD' })).toMatchObject([other])
    expect(await toldOf({}, { Currency: '', CurrencyCode: 'USD' })).toMatchObject([other])
  })

  it('is paid in the one that was asked for, and where nobody names one', async () => {
    expect(await toldOf({}, { Currency: 'GHS' })).toMatchObject([paid])
    expect(await toldOf({})).toMatchObject([paid])
  })

  it('says nothing against a record that names the one that was asked for', async () => {
    expect(await toldOf({ CurrencyCode: 'GHS' }, { Currency: 'USD' })).toMatchObject([paid])
  })

  it('is told as a doubt where the payment was found by asking before', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', silent)
    const url = await shop.create(reference, asked)
    await shop.passing(60_000, () => shop.told.length === 1)
    await shop.push({ Currency: 'USD' }, url)
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([paid, { ...other, needsReview: ['contradicted', 'otherCurrency'] }])
  })

  it('says nothing at no address of its own, where anybody may have sent it', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', silent)
    await shop.create(reference, asked)
    await shop.push({ Currency: 'USD' })
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([paid])
  })
})

it('a USSD payment whose notice and record name another currency is no plain payment', async () => {
  const shop = await openShopInTime()
  const terms = { kind: 'ussdPayment', sessionId: 'one', ...asked } as const
  const { pathname, search } = new URL(shop.app.merchant.callbackUrl(terms))
  const StartDate = new Date(shop.clock.now() + 1_000).toISOString()
  shop.service.know('tea', 'Settled', { ...silent, StartDate, Currency: 'USD' })
  const Data = { Amount: 50, TransactionId: 't-tea', Currency: 'USD' }
  await post(shop.app, pathname + search, { ResponseCode: '0000', Message: 'success', Data })
  await shop.untilTold(1)
  expect(shop.told.map(inShort)).toMatchObject([other])
})
