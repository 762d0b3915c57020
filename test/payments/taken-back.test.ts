import { describe, expect, it } from 'vitest'
import { expectedOf, idOf, inShort, openShopInTime, reference } from './shop.ts'

describe('a payment of which the service says that it was paid, and is not simply there any more', () => {
  it.each([
    ['partlyRefunded', { TotalAmountRefunded: 20 }],
    ['partlyRefunded', { TotalAmountRefunded: 20, TransactionStatus: 'Refunded' }],
    ['disputed', { Disputed: true }],
  ] as const)('is told once, for a person to look at: %s', async (reason, fields) => {
    const shop = await openShopInTime({ reconcileAfter: 0 })
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
