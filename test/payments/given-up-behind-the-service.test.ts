import { expect, it } from 'vitest'
import { down } from './paying-service.ts'
import { failed, idOf, inShort, openShopInTime, reference, type ShopInTime } from './shop.ts'

const patience = { reconcile: { after: 1_000, giveUpAfter: 60_000 } }

async function untilNothingWaits({ app, passing }: ShopInTime): Promise<void> {
  await passing(2_000, async () => {
    const { waiting, running } = await app.merchant.inbox.count()
    return waiting + running === 0
  })
}

/** Why people should look at entries, by their ids. */
async function reviewed({ app }: ShopInTime) {
  const { entries } = await app.merchant.inbox.list({ needsReview: true })
  return entries.map(({ id, review }) => [id, review?.reasons])
}

it.each([
  ['failed, posted by anybody', failed, false, 'failed'],
  ['failed, at its own address', failed, true, 'failed'],
  ['refunded, posted by anybody', { Status: 'Refunded' }, false, 'refunded'],
])(
  'a callback that says %s is not given up behind what the service said was paid',
  async (_how, fields, isOwn, end) => {
    const shop = await openShopInTime(patience)
    shop.service.know(reference, 'Settled')
    const url = await shop.create()
    await shop.push({}, url)
    await shop.untilTold(1, 1)
    shop.service.answerWith(down)
    await shop.push(fields, isOwn ? url : '/checkout')
    await untilNothingWaits(shop)
    expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), evidence: 'confirmed', needsReview: [] }])
    expect(await reviewed(shop)).toEqual([[idOf(end), ['givenUp']]])
  },
)

it('nor is what is asked about once more for a callback that came again', async () => {
  const shop = await openShopInTime(patience)
  shop.service.know(reference, 'Failed')
  const url = await shop.create()
  await shop.push(failed, url)
  await shop.untilTold(1, 1)
  shop.service.know(reference, 'Settled')
  await shop.push({}, url)
  await shop.untilTold(2, 1)
  await shop.push(failed)
  await shop.push(failed, url)
  shop.service.answerWith(down)
  await untilNothingWaits(shop)
  expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('failed'), idOf('paid')])
  expect((await reviewed(shop)).every(([, reasons]) => `${reasons}` === 'givenUp')).toBe(true)
  expect(shop.givenUp).toHaveLength(1)
})
