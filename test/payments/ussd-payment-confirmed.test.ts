import { describe, expect, it } from 'vitest'
import { record } from '../client/transactions.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { inShort, openShopInTime, reference, type ShopInTime } from './shop.ts'

const id = (outcome: string) => `ussdPayment:transactionId:t-tea|${outcome}`

async function notify(shop: ShopInTime, fields: object = {}, url = '/ussd-payment') {
  const Data = { Amount: 50, TransactionId: 't-tea', ClientReference: 'tea', ...fields }
  expect((await post(shop.app, url, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
}

describe('a notice of a USSD payment', () => {
  it('is asked about by its TransactionId, and told as confirmed', async () => {
    const shop = await openShopInTime()
    shop.service.know('tea', 'Settled')
    await notify(shop, { ExternalTransactionId: 'of-nobody' })
    await shop.untilTold(1)
    expect(shop.service.questions().map((asked) => [...asked])).toEqual([[['serviceTransactionId', 't-tea']]])
    expect(shop.told.map(inShort)).toEqual([
      { id: id('paid'), outcome: 'paid', evidence: 'confirmed', needsReview: ['unexpected'], amountMinor: 5_000 },
    ])
    expect(shop.told[0]?.event).toMatchObject({
      transactionId: 't-tea',
      paymentId: 't-tea',
      externalTransactionId: '0000000000000000000000001',
    })
  })

  it('is compared with what turn.pay asked for', async () => {
    const shop = await openShopInTime({
      ussd: (_push, turn) => turn.pay('Approve', { amount: 60, description: 'Tea' }),
    })
    shop.service.know('tea', 'Settled')
    const { CallbackUrl } = (await post(shop.app, '/ussd', ussd)).json()
    const { pathname, search } = new URL(CallbackUrl)
    await notify(shop, { Amount: 60 }, pathname + search)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'undetermined', needsReview: ['underpaid'] }])
    expect(shop.told[0]?.event.signed).toMatchObject({ sessionId: ussd.SessionId, amountMinor: 6_000 })
  })

  it('is held against its own address, whatever was pushed to another in the name of its payment', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 100_000 } })
    const addressOf = (sessionId: string, amount: number) => {
      const { pathname, search } = new URL(shop.app.merchant.callbackUrl({ kind: 'ussdPayment', sessionId, amount }))
      return pathname + search
    }
    shop.service.know('tea', 'Pending', { NetworkTransactionId: 'n-1', TransactionAmount: 50 })
    const pending = { Amount: undefined, TransactionId: undefined, ExternalTransactionId: 'n-1' }
    const body = { ResponseCode: '0001', Message: 'Pending', Data: { ClientReference: 'tea', ...pending } }
    await post(shop.app, addressOf('cheap', 1), body)
    // It is followed up under the terms of the address that it came to.
    await shop.passing(
      500,
      async () => (await shop.app.merchant.inbox.count({ kinds: 'expectedPayment' })).waiting === 1,
    )
    shop.service.know('tea', 'Settled', { NetworkTransactionId: 'n-1', TransactionAmount: 50 })
    await notify(shop, {}, addressOf('dear', 5_000))
    await shop.passing(500, () => shop.told.some(({ event }) => event.signed?.sessionId === 'dear'))
    const told = shop.told.find(({ event }) => event.signed?.sessionId === 'dear')
    expect(told?.event).toMatchObject({ outcome: 'undetermined', needsReview: ['underpaid'], amountMinor: 5_000 })
    expect(told?.event.signed).toMatchObject({ sessionId: 'dear' })
  })

  it('of which the service has the identifier of the network alone is one payment, however it is worded', async () => {
    const shop = await openShopInTime()
    const only = { TransactionId: undefined, ClientReference: undefined, NetworkTransactionId: 'n-1' }
    shop.service.know('tea', 'Settled', only)
    const wording = (Description: string) => notify(shop, { ...only, ExternalTransactionId: 'n-1', Description })
    for (const words of ['Tea', 'Tea, please', 'Tea!']) await wording(words)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: 'ussdPayment:networkTransactionId:n-1|paid', outcome: 'paid', evidence: 'confirmed' },
    ])
  })

  it.each([
    ['with its reference', { ClientReference: 'tea' }],
    ['with another reference', { ClientReference: 'tea-back' }],
    ['without a reference', { ClientReference: null }],
  ])('is told as refunded where a record of its own says so: %s', async (_what, fields) => {
    const shop = await openShopInTime()
    const paid = { ...record, ClientReference: 'tea', TransactionId: 't-tea' }
    const back = { ...paid, ...fields, TransactionId: 't-back', NetworkTransactionId: 'n-back' }
    const refund = { ...back, TransactionType: 'REFUND', RelatedTransactionId: 't-tea' }
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [paid, refund] } })
    await notify(shop)
    await shop.until(id('refunded'), 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: id('refunded'), outcome: 'refunded', needsReview: ['unexpected'] },
    ])
  })

  it('that names the payment of a checkout which a callback has told of is no second payment', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled', { TransactionId: 't-tea' })
    await shop.push()
    await shop.untilTold(1)
    await notify(shop)
    await shop.until(id('paid'), 'rejected')
    expect(shop.told.map(({ event }) => event.kind)).toEqual(['checkout'])
  })

  it('of which the service says something else is not told: what it says is', async () => {
    const shop = await openShopInTime()
    shop.service.know('tea', 'Failed')
    await notify(shop)
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([{ id: id('failed'), outcome: 'failed' }])
    expect(await shop.entries('ussdPayment')).toEqual([
      [id('failed'), 'done'],
      [id('paid'), 'rejected'],
    ])
  })

  it('without a TransactionId is asked about by that of the network, and is one with those that have it', async () => {
    const shop = await openShopInTime()
    shop.service.know('tea', 'Settled')
    await notify(shop, { TransactionId: undefined, ExternalTransactionId: '0000000000000000000000001' })
    await notify(shop)
    await shop.untilTold(1)
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([id('paid')])
  })

  it('that is pending is followed up, and told once it is over, with what its address was signed for', async () => {
    const shop = await openShopInTime({
      reconcile: { after: 1_000 },
      ussd: (_push, turn) => turn.pay('Approve', { amount: 50, description: 'Tea' }),
    })
    shop.service.know('tea', 'Pending')
    const { CallbackUrl } = (await post(shop.app, '/ussd', ussd)).json()
    const { pathname, search } = new URL(CallbackUrl)
    await notify(shop, {}, pathname + search)
    await shop.passing(500, async () => (await shop.entries('ussdPayment'))[0]?.[1] === 'rejected')
    shop.service.know('tea', 'Settled')
    await shop.passing(1_000, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', needsReview: [] }])
    expect(shop.told[0]?.attempt.entryId).toMatch(/^ussdPayment:transactionId:t-tea\|paid@signed:[0-9a-f]{16}$/)
    expect(shop.told[0]?.event.signed).toMatchObject({ sessionId: ussd.SessionId })
  })

  it('with the identifiers of a checkout does not count the money of it a second time', async () => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    await shop.push({}, await shop.create())
    await shop.untilTold(1, 1)
    await notify(shop, { TransactionId: `t-${reference}` })
    await shop.until(`ussdPayment:transactionId:t-${reference}|paid`, 'rejected')
    expect(shop.told.map(({ event }) => event.kind)).toEqual(['checkout'])
    const [entry] = (await shop.app.merchant.inbox.list({ states: 'rejected' })).entries
    expect(entry?.reason).toBe('It is the payment of a checkout, which is told by itself')
  })

  it.each([
    ['names nothing to ask by', { Description: 'Tea' }],
    ['names a reference alone, which may be that of a checkout', { ClientReference: reference }],
  ])('that %s is told as it came', async (_what, fields) => {
    const shop = await openShopInTime()
    shop.service.know(reference, 'Settled')
    const Data = { Amount: 5, ...fields }
    await post(shop.app, '/ussd-payment', { ResponseCode: '0000', Message: 'success', Data })
    await shop.untilTold(1)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: ['unconfirmable'], amountMinor: 500 },
    ])
    expect(shop.service.received).toEqual([])
  })
})

describe('a fulfilment notice', () => {
  it('is not asked about: it has nothing to ask by', async () => {
    const shop = await openShopInTime()
    await post(shop.app, '/fulfilment', {
      SessionId: 's',
      OrderId: 'o',
      OrderInfo: { Status: 'Paid', Payment: { AmountPaid: 5, AmountAfterCharges: 5, IsSuccessful: true } },
    })
    await eventually(() => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([
      { outcome: 'paid', evidence: 'callback', needsReview: ['unconfirmable'] },
    ])
    expect(shop.service.received).toEqual([])
  })
})

const ussd = {
  Mobile: '+233000000000',
  SessionId: 'b1946ac9-2492-d234-7c6f-2354d1e0a7ab',
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'first',
  Sequence: 1,
  ClientState: null,
}
