import { describe, expect, it } from 'vitest'
import type { ReviewReason } from '../../src/index.ts'
import { keptInMemory } from '../testing/stores.ts'
import {
  callback,
  idOf,
  inShort,
  keepingStores,
  openShop,
  openShopInTime,
  order,
  reference,
  type Shop,
} from './shop.ts'

const short = { TransactionAmount: 5 }
const underpaid = [{ id: idOf('paid'), outcome: 'undetermined', needsReview: ['underpaid'], amountMinor: 500 }]

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])(
  'a payment of less than was asked for, whose creation was cut off, on %s',
  (_name, make) => {
    it('is undetermined where the service alone says it', async () => {
      const shop = await openShop({ store: await make(), reconcile: { after: 0, giveUpAfter: 600_000 } })
      await cutOff(shop)
      shop.service.know(reference, 'Settled', short)
      await shop.untilTold(1)
      expect(shop.told.map(inShort)).toMatchObject(underpaid)
    })

    it('is undetermined where a push says it that came to no address of its own', async () => {
      const shop = await openShop({ store: await make() })
      await cutOff(shop)
      shop.service.know(reference, 'Settled', short)
      await shop.push()
      await shop.untilTold(1)
      expect(shop.told.map(inShort)).toMatchObject(underpaid)
    })
  },
)

describe('a payment whose creation was cut off is held against what was asked for', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, readonly ReviewReason[]]>([
    ['all of it', {}, 'paid', []],
    ['more', { TransactionAmount: 51 }, 'paid', ['overpaid']],
    ['another currency', { CurrencyCode: 'NGN' }, 'undetermined', ['otherCurrency']],
  ])('%s', async (_what, fields, outcome, needsReview) => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 100_000 } })
    await cutOff(shop)
    shop.service.know(reference, 'Settled', fields)
    await shop.passing(500, () => shop.told.length === 1)
    expect(shop.told.map(inShort)).toMatchObject([{ outcome, needsReview, evidence: 'confirmed' }])
  })

  it('also where a push named it first, of which the service knew nothing final', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 100_000 } })
    await cutOff(shop)
    shop.service.know(reference, 'Pending')
    await shop.push(callback({ Status: 'Pending' }).Data)
    await shop.passing(500, async () => (await shop.entries('expectedPayment')).length === 2)
    shop.service.know(reference, 'Settled', short)
    await shop.passing(500, () => shop.told.some(({ attempt }) => attempt.entryId === idOf('paid')))
    expect(shop.told.map(inShort).at(-1)).toMatchObject({ outcome: 'undetermined', needsReview: ['underpaid'] })
  })
})

/** An invoice over 50.00 GHS is asked for, and no answer says whether it was made. */
async function cutOff({ app, service }: Shop): Promise<void> {
  service.answerWith((response) => response.destroy())
  await expect(app.merchant.checkout.create({ ...order, currency: 'GHS' })).rejects.toMatchObject({ isUncertain: true })
  service.answerWith(undefined)
}
