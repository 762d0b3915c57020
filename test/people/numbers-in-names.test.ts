import { expect, it } from 'vitest'
import { realStores } from '../store/real-stores.ts'
import { own, pay, settled, shopOn } from './shop.ts'

it.each(realStores)('a number in the name of who did something is never kept, on %s', async (_name, make) => {
  const app = await shopOn(make()())
  const { inbox } = app.merchant
  await pay(app, 'paid-42', own)
  // Another amount, so that somebody has to look.
  await pay(app, 'paid-42', own, { Amount: 1 })
  await settled(app)
  const by = `Ama ${own}`
  const shown = 'Ama +233...042'
  const { entries } = await inbox.list({ needsReview: true })
  for (const { id } of entries) await inbox.settleReview(id, { by, note: 'seen' })
  await inbox.note('checkout:checkoutId:paid-42|paid', { by, note: 'seen' })
  await app.merchant.stop('checkout', { by, reason: 'a try' })
  expect((await app.merchant.stops()).map((stop) => stop.by)).toEqual([shown])
  const { lines } = await app.merchant.trail.list()
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.map((line) => line.by)).toEqual(lines.map(() => shown))
  for (const { id } of entries) expect((await inbox.get(id)).review?.settledBy).toBe(shown)
  expect(entries.length).toBe(1)
})
