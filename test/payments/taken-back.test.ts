import { describe, expect, it } from 'vitest'
import { record } from '../client/transactions.ts'
import { expectedOf, failed, idOf, inShort, openShop, openShopInTime, reference } from './shop.ts'

describe('a payment of which the service says that it was paid, and is not simply there any more', () => {
  it.each([
    ['partlyRefunded', { TotalAmountRefunded: 20 }],
    ['partlyRefunded', { TotalAmountRefunded: 20, TransactionStatus: 'Refunded' }],
    // A record that contradicts itself says what went back all the same.
    ['partlyRefunded', { TotalAmountRefunded: 50, transactionStatus: 'Pending' }],
    ['disputed', { Disputed: true }],
  ] as const)('is told once, for a person to look at: %s', async (reason, fields) => {
    const shop = await openShopInTime({ reconcile: { after: 0 } })
    shop.service.know(reference, 'Settled', fields)
    const url = await shop.create()
    await shop.push({}, url)
    await shop.until(idOf(`undetermined|${reason}`), 'done')
    await shop.passing(1_000, async () => (await shop.entries('expectedPayment'))[0]?.[1] === 'done')
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf(`undetermined|${reason}`), outcome: 'undetermined', evidence: 'confirmed', needsReview: [reason] },
    ])
    expect(await shop.entries('expectedPayment')).toEqual([[expectedOf(), 'done']])
  })
})

describe('a payment that was told, and went back by a record of its own', () => {
  const paid = {
    ...record,
    ClientReference: reference,
    TransactionId: 'a',
    NetworkTransactionId: null,
    TransactionCycle: [],
  }
  const back = { ...paid, TransactionId: 'r', TransactionType: 'REFUND', TransactionStatus: 'Success' }

  async function thenAfterPaid(returned: object, push: object) {
    const shop = await openShop({})
    const url = await shop.create()
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [paid] } })
    await shop.push({ TransactionId: 'a' }, url)
    await shop.untilTold(1, 1)
    shop.service.answerWith({ body: { ResponseCode: '0000', Data: [returned, paid] } })
    for (const _time of [1, 2]) await shop.push({ ...push }, url)
    await shop.untilTold(2, 1)
    return shop.told.map(inShort).slice(1)
  }

  const refunded = { id: idOf('refunded'), outcome: 'refunded', evidence: 'confirmed', needsReview: [] }

  it.each([
    ['a refund', back, { Status: 'Refunded' }],
    ['a refund whose callback says success', back, { TransactionId: 'r' }],
    [
      'a reversal whose callback says failed',
      { ...back, TransactionType: 'REVERSAL', TransactionStatus: 'Reversed' },
      failed,
    ],
  ])('is told as refunded, once: %s', async (_what, returned, push) => {
    expect(await thenAfterPaid(returned, push)).toMatchObject([refunded])
  })

  it.each([
    ['a part', { ...back, TransactionAmount: 20 }],
    [
      'money of which nobody can say whether it was this',
      { ...back, TransactionType: null, TransactionStatus: 'Reversed' },
    ],
  ])('is told once for a person to look at: %s', async (_what, returned) => {
    expect(await thenAfterPaid(returned, { Status: 'Refunded' })).toMatchObject([
      { id: idOf('undetermined|partlyRefunded'), outcome: 'undetermined', needsReview: ['partlyRefunded'] },
    ])
  })
})
