import { expect, it } from 'vitest'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { record } from '../client/transactions.ts'
import { keptInMemory, readThrough } from '../testing/stores.ts'
import { checkoutOf, expectedOf, idOf, openShopInTime, reference } from './shop.ts'

it('a payment that was created while the service was asked about a push is held against its invoice', async () => {
  const shop = await openShopInTime()
  shop.service.answerWith((response) => {
    shop.service.answerWith(undefined)
    // What is asked for is more than the 50.00 that came.
    const said = shop.create(reference, { amount: 80 }).then(() => {
      const Data = [{ ...record, ClientReference: reference, TransactionCycle: [], TransactionStatus: 'Settled' }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ResponseCode: '0000', Data }))
    })
    said.catch(() => response.destroy())
  })
  await shop.push()
  await shop.until(idOf('paid'), 'done')
  const { outcome, needsReview, checkoutId } = checkoutOf(shop.told[0])
  expect({ outcome, needsReview, checkoutId }).toEqual({
    outcome: 'undetermined',
    needsReview: ['underpaid'],
    checkoutId: 'invoice-order-17',
  })
})

it('a payment that is created while its result is about to be told is held against its invoice', async () => {
  const clock = manualClock()
  let isAnswered = false
  let create: (() => Promise<string>) | undefined
  const { promise: created, resolve: isCreated } = Promise.withResolvers<void>()
  const store = readThrough(keptInMemory({ clock }), async (id, read) => {
    const entry = await read()
    const now = isAnswered && id === expectedOf() ? create : undefined
    if (now === undefined) return entry
    create = undefined
    await now()
    isCreated()
    return entry
  })
  const shop = await openShopInTime({ store }, { clock })
  create = () => shop.create(reference, { amount: 80 })
  shop.service.answerWith((response) => {
    shop.service.answerWith(undefined)
    isAnswered = true
    const Data = [{ ...record, ClientReference: reference, TransactionCycle: [], TransactionStatus: 'Settled' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ResponseCode: '0000', Data }))
  })
  await shop.push()
  await created
  shop.service.know(reference, 'Settled')
  await shop.passing(500, () => shop.told.length === 1)
  const { outcome, needsReview } = checkoutOf(shop.told[0])
  expect({ outcome, needsReview }).toEqual({ outcome: 'undetermined', needsReview: ['underpaid'] })
})
