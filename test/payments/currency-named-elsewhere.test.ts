import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { callback, idOf, inShort, openShopInTime, reference } from './shop.ts'

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
    { CurrencyCode: 'GHS', Currency: 'NIL' },
    { Currency: 'xxx', TransactionCurrency: 'GHS' },
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

describe('an answer whose envelope names a currency', () => {
  /** What a checkout in GHS came to: of the record in its list, and of what stands around that. */
  async function cameTo(record: Readonly<Record<string, unknown>>, around: Readonly<Record<string, unknown>>) {
    const shop = await openShopInTime()
    const url = await shop.create(reference, asked)
    const StartDate = new Date(shop.clock.now()).toISOString()
    const usual = { TransactionId: 't-1', ClientReference: reference, TransactionStatus: 'Success', StartDate }
    const Data = [{ ...usual, TransactionAmount: 50, ...record }]
    shop.service.answerWith({ body: { ResponseCode: '0000', ...around, Data } })
    await shop.push({}, url)
    const isAskedAgain = () => shop.service.questions().length > 2
    await shop.passing(60_000, async () => shop.told.length > 0 || isAskedAgain())
    return shop.told.map(inShort)
  }

  it.each([{ Currency: 'USD' }, { currency_code: 'usd' }, { Payment: { Currency: 'USD' } }])(
    'is no plain payment in the one that was asked for: %j',
    async (around) => {
      expect(await cameTo({}, around)).toMatchObject([other])
      expect(await cameTo({ CurrencyCode: 'USD' }, around)).toMatchObject([other])
    },
  )

  it.each([{ Currency: 'USD' }, { CurrencyCode: 'USD' }])(
    'proves nothing where its record says otherwise: %j',
    async (around) => {
      expect(await cameTo({ CurrencyCode: 'GHS' }, around)).toEqual([])
      expect(await cameTo({ Payment: { Currency: 'GHS' } }, around)).toEqual([])
    },
  )

  it.each([
    { Currency: 'GHS' },
    { Currency: 'Ghana cedi' },
    { Message: 'Currency: USD' },
    { MetaData: { Currency: 'USD' } },
    { Account: { Currency: 'USD' } },
    { BillingCurrency: 'USD' },
  ])('is paid where that is the one, or says nothing of the payment: %j', async (around) => {
    expect(await cameTo({}, around)).toMatchObject([paid])
    expect(await cameTo({ CurrencyCode: 'GHS' }, around)).toMatchObject([paid])
  })
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

  it.each([{ TransactionCurrency: 'USD' }, { PaymentCurrencyCode: 'usd' }, { PaymentDetails: { Currency: 'USD' } }])(
    'is no plain payment where it stands elsewhere: %j',
    async (fields) => {
      expect(await toldOf({}, fields)).toMatchObject([other])
    },
  )

  it.each([...ofOtherMoney, { Description: 'Currency: USD' }, { Items: [{ Currency: 'USD' }] }])(
    'is paid where that says nothing of the payment: %j',
    async (fields) => {
      expect(await toldOf({}, fields)).toMatchObject([paid])
    },
  )

  it('is no plain payment where its envelope names another', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', silent)
    const url = await shop.create(reference, asked)
    await post(shop.app, url, { ...callback(), Currency: 'USD' })
    await shop.until(idOf('paid'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([other])
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

describe('a USSD payment', () => {
  /** What it is told as, in GHS. */
  async function ussdToldOf(
    record: Readonly<Record<string, unknown>>,
    notice: Readonly<Record<string, unknown>>,
    around: Readonly<Record<string, unknown>> = {},
  ) {
    const shop = await openShopInTime()
    const terms = { kind: 'ussdPayment', sessionId: 'one', ...asked } as const
    const { pathname, search } = new URL(shop.app.merchant.callbackUrl(terms))
    const StartDate = new Date(shop.clock.now() + 1_000).toISOString()
    shop.service.know('tea', 'Settled', { ...silent, StartDate, ...record })
    const Data = { Amount: 50, TransactionId: 't-tea', ...notice }
    await post(shop.app, pathname + search, { ResponseCode: '0000', Message: 'success', ...around, Data })
    await shop.untilTold(1)
    return shop.told.map(inShort)
  }

  it('is no plain payment where its notice and record name another currency', async () => {
    expect(await ussdToldOf({ Currency: 'USD' }, { Currency: 'USD' })).toMatchObject([other])
  })

  it('is none where its notice alone does, under any name, or around its data', async () => {
    expect(await ussdToldOf({}, { TransactionCurrency: 'USD' })).toMatchObject([other])
    expect(await ussdToldOf({}, {}, { Currency: 'USD' })).toMatchObject([other])
  })

  it('is paid where the notice names a currency of something else', async () => {
    expect(await ussdToldOf({}, { ChargesCurrency: 'USD', Description: 'Currency: USD' })).toMatchObject([paid])
  })
})
