import { describe, expect, it } from 'vitest'
import { failed, idOf, inShort, openShopInTime, reference } from './shop.ts'

const patience = { reconcile: { after: 1_000, giveUpAfter: 256_000 } }
const refunded = { Status: 'Refunded' }
const pageOf = `expectedPayment:checkout:clientReference:${reference}|failed`

/** A shop whose pushes are told as they come, and what its handler was told. */
async function openAsTheyCome() {
  const shop = await openShopInTime({ confirmWith: false, ...patience })
  const address = await shop.create()
  const isOver = async (id: string) =>
    (await shop.entries('expectedPayment')).some(([one, state]) => one === id && state === 'done')
  return {
    ...shop,
    address,
    /** Pushes to the address of the payment, and waits until that is told. */
    async tell(fields: Readonly<Record<string, unknown>>, times: number) {
      await shop.push(fields, address)
      await shop.passing(0, () => shop.told.length === times)
    },
    untilTimes: (times: number) => shop.passing(500, () => shop.told.length >= times),
    /** Until nobody asks about it any more. */
    untilOver: () => shop.passing(5_000, () => isOver(pageOf)),
    inShort: () => shop.told.map(inShort).map(({ id, evidence, needsReview }) => [id, evidence, needsReview]),
  }
}

describe('with confirming turned off, where the service goes on to say', () => {
  it('failed, a paid push at its own address is contradicted once', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Failed')
    await shop.untilTimes(1)
    await shop.tell({}, 2)
    await shop.untilOver()
    await shop.push({}, shop.address)
    expect(shop.inShort()).toEqual([
      [idOf('failed'), 'confirmed', []],
      [`checkout:signed:${reference}|paid`, 'signed', []],
      [idOf('failed|2'), 'confirmed', ['contradicted']],
    ])
  })

  it('failed, a failed push before the paid one hides nothing', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Failed')
    await shop.tell(failed, 1)
    await shop.tell({}, 2)
    await shop.untilOver()
    expect(shop.inShort()).toEqual([
      [`checkout:signed:${reference}|failed`, 'signed', []],
      [`checkout:signed:${reference}|paid`, 'signed', []],
      [idOf('failed|2'), 'confirmed', ['contradicted']],
    ])
  })

  it('paid, a refunded push after it hides nothing', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Settled')
    await shop.tell({}, 1)
    await shop.tell(refunded, 2)
    await shop.untilTimes(3)
    expect(shop.inShort()).toEqual([
      [`checkout:signed:${reference}|paid`, 'signed', []],
      [`checkout:signed:${reference}|refunded`, 'signed', []],
      [idOf('paid|2'), 'confirmed', ['contradicted']],
    ])
  })

  it('paid, a refunded push before it hides nothing', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Settled')
    await shop.tell(refunded, 1)
    await shop.untilTimes(2)
    expect(shop.inShort()).toEqual([
      [`checkout:signed:${reference}|refunded`, 'signed', []],
      [idOf('paid'), 'confirmed', ['contradicted']],
    ])
  })

  it('failed, and then paid, that is told too, as contradicted', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Failed')
    await shop.untilTimes(1)
    await shop.tell({}, 2)
    await shop.untilTimes(3)
    shop.service.know(reference, 'Settled')
    await shop.untilOver()
    expect(shop.inShort().slice(2)).toEqual([
      [idOf('failed|2'), 'confirmed', ['contradicted']],
      [idOf('paid|3'), 'confirmed', ['contradicted']],
    ])
  })

  it('failed, a push that anybody may have posted is told as that alone', async () => {
    const shop = await openAsTheyCome()
    shop.service.know(reference, 'Failed')
    await shop.untilTimes(1)
    await shop.push()
    await shop.untilOver()
    expect(shop.inShort()).toEqual([
      [idOf('failed'), 'confirmed', []],
      [idOf('paid'), 'callback', ['unexpected']],
    ])
  })
})

it('a push that is quicker than the books of the service is contradicted by nothing', async () => {
  const shop = await openAsTheyCome()
  shop.service.know(reference, 'Failed')
  await shop.untilTimes(1)
  const asked = shop.service.questions().length
  const answer = shop.service.holdNext()
  await shop.passing(500, () => shop.service.questions().length > asked)
  await shop.tell({}, 2)
  answer()
  await shop.passing(0, async () => (await shop.app.merchant.inbox.count()).running === 0)
  shop.service.know(reference, 'Settled')
  await shop.untilOver()
  expect(shop.told).toHaveLength(2)
})
