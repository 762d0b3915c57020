import { describe, expect, it } from 'vitest'
import type { Reply } from '../client/stub-service.ts'
import { openShopInTime } from './shop.ts'

const references = ['order-1', 'order-2', 'order-3']

/** Answers with a status and a wish to be left alone. */
const busy =
  (status: number, retryAfter: string): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': retryAfter })
    response.end('{}')
  }

/** Three payments that were pushed, the first of which was asked about in vain, and what happens until so many ms are over. */
async function askedInVain(reply: Reply, ms: number) {
  const shop = await openShopInTime()
  shop.service.answerWith(reply)
  const [first = '', ...others] = references
  await shop.push({ ClientReference: first })
  await shop.passing(100, () => shop.service.questions().length === 1)
  const until = shop.clock.monotonic() + ms
  for (const ClientReference of others) await shop.push({ ClientReference })
  await shop.passing(ms / 60, () => shop.clock.monotonic() >= until)
  return shop
}

describe('a service that asks to be left alone', () => {
  it.each([429, 503])('is asked of no payment for so long, and then of all: %d', async (status) => {
    const shop = await askedInVain(busy(status, '30'), 29_000)
    expect(shop.service.questions()).toHaveLength(1)
    const { entries } = await shop.app.merchant.inbox.list({ kinds: 'checkout', limit: 10 })
    expect(entries.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/left alone: .* in \d+ s/))
    shop.service.answerWith(undefined)
    for (const reference of references) shop.service.know(reference, 'Settled')
    await shop.passing(1_000, () => shop.told.length === 3)
    expect(shop.told.map(({ event }) => [event.clientReference, event.outcome]).toSorted()).toEqual(
      references.map((reference) => [reference, 'paid']),
    )
  })

  it('is asked again after an hour, however long it wants', async () => {
    const shop = await askedInVain(busy(429, '999999'), 3_500_000)
    expect(shop.service.questions()).toHaveLength(1)
    await shop.passing(10_000, () => shop.service.questions().length > 1)
  })

  it.each([
    ['no number', 429, 'soon'],
    ['a trouble that may be of one payment alone', 500, '30'],
  ])('is asked as ever where it says %s', async (_what, status, retryAfter) => {
    const shop = await askedInVain(busy(status, retryAfter), 20_000)
    expect(shop.service.questions().length).toBeGreaterThan(3)
  })
})
