import { describe, expect, it } from 'vitest'
import type { PaymentHandler } from '../../src/index.ts'
import { down } from './paying-service.ts'
import { callback, failed, idOf, inShort, openShopInTime, reference, type ShopInTime } from './shop.ts'

const pending = { Status: 'Pending' }
const givenUpId = idOf('undetermined|givenUp')

/**
 * Two callbacks wait while the service is away. The first is given up while the second still waits, and what tells that
 * stands behind the second.
 */
async function givenUpInLine(
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>>,
  payment?: PaymentHandler,
): Promise<ShopInTime & { readonly url: string }> {
  const retry = { minDelay: 60_000 }
  const shop = await openShopInTime({
    reconcile: { after: 1_000, giveUpAfter: 4_000 },
    retry,
    ...(payment && { payment }),
  })
  const url = await shop.create()
  shop.service.answerWith(down)
  await shop.push(first, url)
  const until = shop.clock.now() + 2_000
  await shop.passing(100, () => shop.clock.now() >= until)
  await shop.push(second, url)
  const firstId = idOf(callback(first).Data.Status === 'Success' ? 'paid' : `${first.Status}`.toLowerCase())
  await shop.passing(50, async () => (await shop.app.merchant.inbox.get(firstId))?.state === 'rejected')
  expect((await shop.app.merchant.inbox.get(givenUpId))?.state).toBe('waiting')
  return { ...shop, url }
}

async function untilNothingWaits(shop: ShopInTime): Promise<void> {
  await shop.passing(500, async () => {
    const { waiting, running } = await shop.app.merchant.inbox.count({ kinds: 'checkout' })
    return waiting + running === 0
  })
}

describe('what nobody knew, and stands behind a callback that tells what became of it', () => {
  it.each([
    { first: pending, second: {}, says: 'Success', end: 'paid' },
    { first: {}, second: failed, says: 'Success', end: 'paid' },
    { first: failed, second: {}, says: 'Success', end: 'paid' },
    { first: pending, second: failed, says: 'Failed', end: 'failed' },
  ])('is not told after $end, and that is not late', async ({ first, second, says, end }) => {
    const shop = await givenUpInLine(first, second)
    shop.service.answerWith(undefined)
    shop.service.know(reference, says)
    await untilNothingWaits(shop)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf(end), outcome: end, needsReview: [] }])
    expect(await shop.entries()).toContainEqual([givenUpId, 'done'])
    expect((await shop.app.merchant.inbox.list({ needsReview: true, kinds: 'checkout' })).entries).toEqual([])
  })

  it('is told where the service stays away, once', async () => {
    const shop = await givenUpInLine(pending, {})
    await untilNothingWaits(shop)
    expect(shop.told.map(inShort)).toMatchObject([{ id: givenUpId, needsReview: ['givenUp'] }])
  })

  it('is told to a person once more where another end is given up after that', async () => {
    const shop = await givenUpInLine(pending, {})
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Success')
    await untilNothingWaits(shop)
    shop.service.answerWith(down)
    await shop.push({ Status: 'Refunded' }, shop.url)
    await untilNothingWaits(shop)
    expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid')])
    expect((await shop.app.merchant.inbox.list({ needsReview: true, kinds: 'checkout' })).entries).toMatchObject([
      { id: idOf('refunded'), state: 'rejected', review: { reasons: ['givenUp'] } },
    ])
  })

  it('was heard where its handler failed: what comes before it is tried again is late, and the last word', async () => {
    const told: (readonly [string, readonly string[]])[] = []
    const shop = await givenUpInLine(pending, {}, ({ outcome, needsReview }) => {
      told.push([outcome, needsReview])
      if (needsReview.includes('givenUp')) throw new Error('the books are closed')
    })
    await shop.passing(500, () => told.length === 1)
    shop.service.answerWith(undefined)
    shop.service.know(reference, 'Success')
    await shop.app.merchant.inbox.replay(idOf('paid'))
    await shop.until(idOf('paid'), 'done')
    await shop.passing(10_000, async () => (await shop.app.merchant.inbox.get(givenUpId))?.state === 'done')
    expect(told).toEqual([
      ['undetermined', ['givenUp']],
      ['paid', ['late']],
    ])
  })
})

describe('what nobody knew after something was told', () => {
  it('is told: a refund is given up of which the service could not be asked', async () => {
    const shop = await openShopInTime({ reconcile: { after: 1_000, giveUpAfter: 4_000 } })
    const url = await shop.create()
    shop.service.know(reference, 'Success')
    await shop.push({}, url)
    await shop.untilTold(1, 1)
    shop.service.answerWith(down)
    await shop.push({ Status: 'Refunded' }, url)
    await untilNothingWaits(shop)
    expect(shop.told.map(inShort)).toMatchObject([
      { id: idOf('paid'), needsReview: [] },
      { id: givenUpId, needsReview: ['givenUp'] },
    ])
  })
})
