import { expect, it } from 'vitest'
import { down } from './paying-service.ts'
import { expectedOf, failed, inShort, openShopInTime, reference } from './shop.ts'

const patience = { reconcile: { after: 1_000, giveUpAfter: 60_000 } }

/** What a handler was told by a push, and when the service has said nothing for as long as it is asked. */
async function toldInTheEnd(fields: Readonly<Record<string, unknown>>, isSigned: boolean, isDown = false) {
  const shop = await openShopInTime({ confirmWith: false, ...patience })
  shop.service.know(reference, 'Pending')
  const address = await shop.create()
  if (isDown) shop.service.answerWith(down)
  await shop.push(fields, isSigned ? address : '/checkout')
  await shop.passing(0, () => shop.told.length === 1)
  const isOver = ([id, state]: readonly [string, string]) => id === expectedOf() && ['done', 'dead'].includes(state)
  await shop.passing(5_000, async () => (await shop.entries('expectedPayment')).some(isOver))
  await shop.untilTold(1)
  const { entries } = await shop.app.merchant.inbox.list({ kinds: 'expectedPayment', states: 'dead' })
  expect(shop.givenUp).toHaveLength(1)
  return { told: shop.told.map(inShort), givenUp: entries.map(({ review }) => review?.reasons ?? []) }
}

it.each([
  ['paid', {}, false],
  ['paid, and the service is away', {}, true],
  ['failed', failed, false],
])('what a callback told at its own address is not given up behind it: %s', async (_what, fields, isDown) => {
  const { told, givenUp } = await toldInTheEnd(fields, true, isDown)
  expect(told).toMatchObject([{ evidence: 'signed', needsReview: [] }])
  // People hear that the service never said so.
  expect(givenUp).toEqual([['givenUp']])
})

it.each([
  ['anybody may have posted', {}, false],
  ['counts less than its address', { Amount: 5 }, true],
])('one that %s does not keep it from being given up', async (_what, fields, isSigned) => {
  const { told, givenUp } = await toldInTheEnd(fields, isSigned)
  expect(told).toMatchObject([{ evidence: 'callback' }, { outcome: 'undetermined', needsReview: ['givenUp'] }])
  expect(givenUp).toEqual([[]])
})
