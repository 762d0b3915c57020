import { expect, it } from 'vitest'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory, readThrough } from '../testing/stores.ts'
import { idOf, inShort, openShopInTime, reference } from './shop.ts'

it('with confirming off, a signed push that comes while the plugin takes its name is told, and the service’s word repeats it', async () => {
  let push: (() => Promise<void>) | undefined
  let looks = 0
  const clock = manualClock()
  const store = readThrough(keptInMemory({ clock }), async (id, read) => {
    const known = await read()
    if (push === undefined || id !== `${idOf('paid')}|signed`) return known
    looks += 1
    // What was told is looked at first.
    if (looks === 2) await push()
    return known
  })
  const reconcile = { after: 1_000, giveUpAfter: 256_000 }
  const shop = await openShopInTime({ store, confirmWith: false, reconcile }, { clock })
  const address = await shop.create(reference, { currency: 'GHS' })
  const untilTold = (times: number) => shop.passing(500, () => shop.told.length >= times)
  await shop.push()
  await untilTold(1)
  push = async () => {
    await shop.push({}, address)
    await eventually(() => shop.told.length === 2)
  }
  shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS' })
  await untilTold(2)
  await shop.passing(5_000, async () => (await shop.entries('expectedPayment')).every(([, state]) => state === 'done'))

  expect(looks).toBeGreaterThan(2)
  expect(shop.told.map(inShort).map(({ id, evidence, needsReview }) => [id, evidence, needsReview])).toEqual([
    [idOf('paid'), 'callback', ['unexpected']],
    [`checkout:signed:${reference}|paid`, 'signed', []],
  ])
})
