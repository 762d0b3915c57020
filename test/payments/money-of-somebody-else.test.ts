import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { inShort, openShopInTime, type ShopInTime } from './shop.ts'

const asked = '+233000000001'
const minute = 60_000
const hour = 60 * minute

/** A shop whose sessions ask for 50.00, and the address that a session of this phone gets. */
async function teaShop() {
  const shop = await openShopInTime({
    ussd: (_push, turn) => turn.pay('Approve', { amount: 50, description: 'Tea' }),
  })
  return {
    shop,
    async addressFor(SessionId: string, Mobile = asked) {
      const { CallbackUrl } = (await post(shop.app, '/ussd', { ...dial, SessionId, Mobile })).json()
      const { pathname, search } = new URL(CallbackUrl)
      return pathname + search
    },
    /** The service has been paid: so long before now. */
    paid(name: string, ago = 0, MobileNumber = asked.slice(1), fields: object = {}) {
      const StartDate = new Date(shop.clock.now() - ago).toISOString()
      shop.service.know(name, 'Settled', { StartDate, MobileNumber, NetworkTransactionId: `n-${name}`, ...fields })
    },
  }
}

async function notify(shop: ShopInTime, url: string, TransactionId: string | undefined, more: object = {}) {
  const Data = { Amount: 50, TransactionId, ...more }
  expect((await post(shop.app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
}

const told = ({ told: all }: ShopInTime) =>
  all.map(({ event }) => [event.outcome, event.needsReview, event.signed?.sessionId ?? null])

describe('a payment of the account that is posted to an address which somebody has seen', () => {
  it('is not what the address was made for where it is older, and its own notice is told', async () => {
    const { shop, addressFor, paid } = await teaShop()
    const own = await addressFor('yesterday')
    paid('tea')
    shop.clock.advance(24 * hour)
    await notify(shop, await addressFor('today'), 't-tea')
    await shop.untilTold(1)
    await notify(shop, own, 't-tea')
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['undetermined', ['beforeAsked'], 'today'],
      ['paid', [], 'yesterday'],
    ])
  })

  it('needs review where another phone paid it than the one that was asked, and its own notice is told', async () => {
    const { shop, addressFor, paid } = await teaShop()
    const leaked = await addressFor('of-one')
    const own = await addressFor('of-another', '+233000000002')
    paid('tea', 0, '0000000002')
    await notify(shop, leaked, 't-tea')
    await shop.untilTold(1)
    await notify(shop, own, 't-tea')
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['undetermined', ['otherPayer'], 'of-one'],
      ['paid', [], 'of-another'],
    ])
  })

  it('counts once where both addresses could be its own', async () => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea')
    for (const session of ['one', 'other']) await notify(shop, await addressFor(session), 't-tea')
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['paid', [], 'one'],
      ['undetermined', ['reused'], 'other'],
    ])
  })

  it.each([
    ['AB-CD', 'abcd'],
    ['TX-1', 'tx1'],
  ])('counts once where the service spells it as it is asked: %s and %s', async (one, other) => {
    const { shop, addressFor, paid } = await teaShop()
    for (const [spelling, session] of [
      [one, 'one'],
      [other, 'other'],
    ] as const) {
      paid('tea', 0, asked.slice(1), { TransactionId: spelling })
      await notify(shop, await addressFor(session), spelling)
      await shop.untilTold(session === 'one' ? 1 : 2)
    }
    expect(told(shop)).toEqual([
      ['paid', [], 'one'],
      ['undetermined', ['reused'], 'other'],
    ])
  })

  it.each([
    ['AB-CD', 'abcd'],
    ['TX-1', 'tx1'],
  ])('is the one that was asked for in another spelling: %s and %s', async (pushed, known) => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea', 0, asked.slice(1), { TransactionId: known })
    const address = await addressFor('one')
    for (const id of [pushed, known, pushed.toLowerCase()]) await notify(shop, address, id)
    await shop.untilTold(1)
    await shop.passing(60_000, async () => (await shop.app.merchant.inbox.count()).waiting === 0)
    expect(told(shop)).toEqual([['paid', [], 'one']])
  })

  it('is no second payment at an address whose own was told', async () => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea')
    paid('bread')
    const address = await addressFor('one')
    for (const id of ['t-tea', 't-bread']) await notify(shop, address, id)
    await shop.untilTold(2)
    expect(told(shop)).toEqual([
      ['paid', [], 'one'],
      ['undetermined', ['reused'], 'one'],
    ])
  })

  it('is told at its own address, though it was posted unsigned before, and not unsigned after that', async () => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea')
    await notify(shop, '/ussd-payment', 't-tea')
    await shop.untilTold(1)
    await notify(shop, await addressFor('one'), 't-tea')
    await shop.untilTold(2)
    await notify(shop, '/ussd-payment', 't-tea', { Amount: 51 })
    await shop.until((await rejected(shop)) ?? '', 'rejected')
    expect(told(shop)).toEqual([
      ['paid', ['unexpected'], null],
      ['paid', [], 'one'],
    ])
  })

  it('is told once for its address, whatever came of it at another while it was pending', async () => {
    const { shop, addressFor } = await teaShop()
    const known = { StartDate: new Date(shop.clock.now()).toISOString(), MobileNumber: '0000000002' }
    shop.service.know('tea', 'Pending', known)
    const leaked = await addressFor('of-one')
    const own = await addressFor('of-another', '+233000000002')
    for (const url of [leaked, own]) await notify(shop, url, 't-tea')
    await shop.passing(60_000, async () => (await shop.app.merchant.inbox.count({ states: 'rejected' })).rejected > 1)
    shop.service.know('tea', 'Settled', known)
    await shop.passing(60_000, () => shop.told.length === 2)
    expect(told(shop).toSorted()).toEqual([
      ['paid', [], 'of-another'],
      ['undetermined', ['otherPayer'], 'of-one'],
    ])
  })

  it.each<readonly [string, number, string, readonly string[]]>([
    ['whose clock is minutes behind', 5 * minute, asked, []],
    ['of a quarter of an hour before', 15 * minute, asked, ['beforeAsked']],
    ['whose phone is written as it is dialled at home', 0, '0000000001', []],
    ['of a phone with the same last digits in another country', 0, '2340000000001', ['otherPayer']],
    ['of such a phone with its plus', 0, '+2340000000001', ['otherPayer']],
    ['whose phone is masked', 0, '23300***001', ['payerUnknown']],
    ['whose phone is masked at its end', 0, '23300000****', ['payerUnknown']],
    ['whose phone is no number', 0, 'N/A', ['payerUnknown']],
    ['whose phone is empty', 0, ' ', ['payerUnknown']],
  ])('%s comes to what it is', async (_what, ago, phone, needsReview) => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea', ago, phone)
    await notify(shop, await addressFor('one'), 't-tea')
    await shop.untilTold(1)
    expect(told(shop)).toEqual([[needsReview.length === 0 ? 'paid' : 'undetermined', needsReview, 'one']])
  })

  it('is compared by the end of the number where the session has no country', async () => {
    const { shop, addressFor, paid } = await teaShop()
    paid('tea')
    await notify(shop, await addressFor('one', '0000000001'), 't-tea')
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['paid', [], 'one']])
  })

  it('is anybody where the address does not say who is asked', async () => {
    const { shop, paid } = await teaShop()
    paid('tea', 0, 'N/A')
    const CallbackUrl = shop.app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId: 'one', amount: 50 })
    const { pathname, search } = new URL(CallbackUrl)
    await notify(shop, pathname + search, 't-tea')
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['paid', [], 'one']])
  })
})

describe('a USSD payment in the inbox', () => {
  it.each([
    ['of which the service is asked', {}],
    ['of which nobody is asked', { confirmWith: false }],
  ] as const)('is found by the reference that its address was signed for, %s', async (_name, options) => {
    const shop = await openShopInTime({ publicUrl: 'https://shop.example', ...options })
    const StartDate = new Date(shop.clock.now()).toISOString()
    shop.service.know('tea', 'Settled', { StartDate, MobileNumber: asked.slice(1) })
    const CallbackUrl = shop.app.merchant.callbackUrl({
      kind: 'ussdPayment',
      sessionId: 'one',
      reference: 'order-9',
      amount: 50,
    })
    const { pathname, search } = new URL(CallbackUrl)
    await notify(shop, pathname + search, 't-tea', { ClientReference: 'of-the-service' })
    await shop.untilTold(1)
    const found = await shop.app.merchant.inbox.list({ reference: 'order-9', kinds: 'ussdPayment' })
    expect(found.entries).toMatchObject([{ state: 'done', reference: 'order-9' }])
    await notify(shop, '/ussd-payment', 't-other', { ClientReference: 'of-the-service' })
    await eventually(
      async () => (await shop.app.merchant.inbox.list({ reference: 'of-the-service' })).entries.length > 0,
    )
  })
})

describe('a payment that cannot be held against the address that told of it', () => {
  const when = '2026-01-01T00:00:00Z'
  it.each([
    ['has no time', { StartDate: null }, ['timeUnknown']],
    ['has a time that cannot be read', { StartDate: 'yesterday' }, ['timeUnknown']],
    ['has no payer', { StartDate: when, MobileNumber: '' }, ['payerUnknown']],
    ['has neither', { StartDate: '', MobileNumber: null }, ['timeUnknown', 'payerUnknown']],
  ])('is never plainly paid where its record %s', async (_what, fields, needsReview) => {
    const { shop, addressFor } = await teaShop()
    shop.service.know('tea', 'Settled', { MobileNumber: asked.slice(1), ...fields })
    await notify(shop, await addressFor('one'), 't-tea')
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['undetermined', needsReview, 'one']])
  })

  it('is paid where its record is of the shape that never names a phone', async () => {
    const { shop, addressFor } = await teaShop()
    const date = new Date(shop.clock.now()).toISOString()
    const data = { date, status: 'Paid', transactionId: 't-tea', amount: '50.00', clientReference: 'tea' }
    shop.service.answerWith({ body: { message: 'Successful', responseCode: '0000', data } })
    await notify(shop, await addressFor('one'), 't-tea')
    await shop.untilTold(1)
    expect(told(shop)).toEqual([['paid', [], 'one']])
  })
})

describe('a notice of which the service cannot be asked', () => {
  const unnamed = { Data: { Amount: 50 } }

  it('is never plainly paid, though it came to an address of ours', async () => {
    const { shop, addressFor } = await teaShop()
    const address = await addressFor('one')
    for (const url of ['/ussd-payment', address]) {
      await post(shop.app, url, { ResponseCode: '0000', Message: 'success', ...unnamed })
    }
    await shop.untilTold(2)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: ['unconfirmable'] },
      { outcome: 'paid', evidence: 'signed', needsReview: ['unconfirmable'] },
    ])
    expect(shop.service.questions()).toEqual([])
  })

  it('is not odd where it says that nothing was paid', async () => {
    const { shop } = await teaShop()
    await post(shop.app, '/ussd-payment', { ResponseCode: '2001', Message: 'failed', ...unnamed })
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'failed', needsReview: [] }])
  })
})

async function rejected(shop: ShopInTime): Promise<string | undefined> {
  await shop.passing(1_000, async () => (await shop.app.merchant.inbox.count({ states: 'rejected' })).rejected === 1)
  return (await shop.app.merchant.inbox.list({ states: 'rejected' })).entries[0]?.id
}

const dial = {
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'first',
  Sequence: 1,
  ClientState: null,
}
