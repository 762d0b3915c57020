import { describe, expect, it } from 'vitest'
import type { Shop } from './shop.ts'
import { idOf, inShort, openShopInTime, reference } from './shop.ts'

const record = { TransactionStatus: 'Settled', TransactionType: 'RECEIVE-MONEY', ClientReference: reference }

/** What the service has under the reference from now on. */
function knows({ service }: Shop, ...amounts: readonly (number | null)[]): void {
  const Data = amounts.map((TransactionAmount, place) => ({
    ...record,
    TransactionId: `t-${place}`,
    StartDate: new Date(Date.UTC(2099, 0, 1, place)).toISOString(),
    TransactionAmount,
  }))
  service.answerWith({ status: 200, body: { ResponseCode: '0000', Data } })
}

/** What a payment of 50.00 is told as. */
const told = ({ told: all }: Shop) =>
  all.map((one) => ({ ...inShort(one), payments: one.event.confirmation?.payments, why: one.event.why }))

async function paidBy(...amounts: readonly (number | null)[]) {
  const shop = await openShopInTime()
  const url = await shop.create()
  knows(shop, ...amounts)
  await shop.push({}, url)
  await shop.until(idOf('paid'), 'done')
  return { shop, url }
}

describe('several payments under one reference', () => {
  it('are told with their number and their sum, where the first is short', async () => {
    const { shop } = await paidBy(30, 20)
    expect(told(shop)).toMatchObject([
      {
        outcome: 'undetermined',
        needsReview: ['underpaid', 'paidTwice'],
        amountMinor: 3_000,
        payments: { count: 2, amountMinor: 5_000 },
        why: expect.stringContaining('2 payments came, 50.00 together'),
      },
    ])
  })

  it('are told so where the first was told before', async () => {
    const { shop, url } = await paidBy(30)
    knows(shop, 30, 50)
    await shop.push({ TransactionId: 't-1' }, url)
    await shop.until(`${idOf('paid')}|paidTwice`, 'done')
    expect(told(shop)).toMatchObject([
      { needsReview: ['underpaid'], payments: undefined },
      { needsReview: ['underpaid', 'paidTwice'], payments: { count: 2, amountMinor: 8_000 } },
    ])
  })

  it('are told with their number alone where one says no amount', async () => {
    const { shop } = await paidBy(50, null)
    expect(told(shop)).toMatchObject([
      {
        needsReview: ['paidTwice'],
        payments: { count: 2, amountMinor: null },
        why: expect.stringMatching(/; 2 payments came$/),
      },
    ])
  })

  it('are told so where each is of all', async () => {
    const { shop } = await paidBy(50, 50, 50)
    expect(told(shop)).toMatchObject([
      { outcome: 'paid', needsReview: ['paidTwice'], payments: { count: 3, amountMinor: 15_000 } },
    ])
  })

  it('are not told of one', async () => {
    const { shop } = await paidBy(50)
    expect(told(shop)).toMatchObject([{ outcome: 'paid', needsReview: [], payments: undefined }])
    expect(shop.told[0]?.event.why).not.toContain('together')
  })
})
