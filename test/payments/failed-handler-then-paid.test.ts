import { describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { callback, failed, idOf, keepingStores, openShop, reference } from './shop.ts'

/** A payment that failed, and whose handler failed for that; it was paid in a second try since, which was told. */
async function paidSince(store: Store) {
  const told: (readonly [outcome: string, needsReview: readonly string[]])[] = []
  let fails = true
  const shop = await openShop({
    store,
    retry: { attempts: 1 },
    payment({ outcome, needsReview }) {
      if (fails) {
        fails = false
        throw new Error('the database is away')
      }
      told.push([outcome, needsReview])
    },
  })
  const url = await shop.create()
  const push = async (fields: object) => (await post(shop.app, url, callback({ ...fields }))).statusCode
  shop.service.know(reference, 'Failed')
  await push(failed)
  await shop.until(idOf('failed'), 'dead')
  shop.service.know(reference, 'Settled')
  await push({})
  await eventually(() => told.length === 1)
  expect(told).toEqual([['paid', []]])
  /** Until the service was asked again, and nothing is left to do about what it said. */
  const askedAgain = async () => {
    await eventually(async () => {
      const after = (await shop.entries('expectedPayment')).filter(([id]) => id.includes(' after '))
      return after.length > 0 && after.every(([, state]) => state === 'done')
    })
    await shop.untilTold(0, 1)
  }
  return { shop, told, push, askedAgain }
}

describe('a failure that was not handled, and comes again after its payment was paid', () => {
  it('is not told where the service says paid: its push is repeated', async () => {
    const { told, push, askedAgain } = await paidSince(memoryStore())
    await eventually(async () => (await push(failed)) === 200)
    await askedAgain()
    expect(told).toEqual([['paid', []]])
  })

  it.each(keepingStores)('is not told where the service says paid: it is redriven, on %s', async (_name, make) => {
    const { shop, told, askedAgain } = await paidSince(await make())
    await shop.app.merchant.inbox.redrive({})
    await askedAgain()
    expect(told).toEqual([['paid', []]])
  })

  it('is told as contradicted where the service says failed again', async () => {
    const { shop, told, push, askedAgain } = await paidSince(memoryStore())
    shop.service.know(reference, 'Reversed')
    await eventually(async () => (await push(failed)) === 200)
    await askedAgain()
    expect(told.slice(1)).toEqual([['failed', ['contradicted']]])
  })
})
