import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { keptInMemory, readThrough } from '../testing/stores.ts'
import { failed, idOf, inShort, keepingStores, openShop, reference } from './shop.ts'

/** A store whose entries all ended in one millisecond. */
function inOneMoment(store: Store): Store {
  return readThrough(store, async (_id, read) => {
    const entry = await read()
    return entry && entry.finishedAt !== null ? { ...entry, finishedAt: 0 } : entry
  })
}

describe.each([...keepingStores, ['memory', async () => keptInMemory()] as const])(
  'two ends of a payment at one moment, on %s',
  (_name, make) => {
    it('are told in the order in which they were accepted: what came last is told once', async () => {
      const shop = await openShop({ store: inOneMoment(await make()), clock: manualClock() })
      const { pathname, search } = new URL(shop.app.merchant.callbackUrl({ kind: 'checkout', reference, amount: 50 }))
      const address = pathname + search
      shop.service.know(reference, 'Failed')
      await shop.push(failed)
      await shop.untilTold(1)
      await shop.push(failed, address)
      await shop.untilTold(2)
      shop.service.know(reference, 'Settled')
      await shop.push({}, address)
      await shop.untilTold(3)
      for (const url of [address, '/checkout', address]) {
        await shop.push({}, url)
        await shop.untilTold(3)
      }
      expect(shop.told.map(inShort).map(({ outcome, needsReview }) => [outcome, needsReview])).toEqual([
        ['failed', ['unexpected']],
        ['failed', []],
        ['paid', []],
      ])
    })

    it('are told on where people had them told again: what they came to before is told once more', async () => {
      const shop = await openShop({ store: inOneMoment(await make()), clock: manualClock() })
      const address = await shop.create()
      const tell = async (status: string, fields: object, end: string) => {
        shop.service.know(reference, status)
        await shop.push({ ...fields }, address)
        await shop.until(idOf(end), 'done')
      }
      await tell('Failed', failed, 'failed')
      await tell('Settled', {}, 'paid')
      for (const end of ['failed', 'paid']) {
        await shop.app.merchant.inbox.replay(idOf(end))
        await shop.until(idOf(end), 'done')
      }
      await tell('Failed', failed, 'failed|2')
      await tell('Settled', {}, 'paid|3')
      expect(shop.told.map(({ attempt }) => attempt.entryId)).toEqual(
        ['failed', 'paid', 'failed', 'paid', 'failed|2', 'paid|3'].map((end) => idOf(end)),
      )
    })
  },
)
