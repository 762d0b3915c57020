import { expect, it } from 'vitest'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { eventually, instead } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { expectedOf, idOf, inShort, openShop, reference } from './shop.ts'

it('while the store cannot be read neither a callback nor an expected payment comes to an end; then each does, once', async () => {
  let isStalled = false
  const store = keptInMemory(({ inbox }) => ({
    inbox: instead(inbox, {
      // It stalls as soon as the payment is expected.
      accept: (entry, claim) => {
        isStalled ||= entry.id === expectedOf('lost')
        return inbox.accept(entry, claim)
      },
      get: (name, id) =>
        isStalled ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it stalls')) : inbox.get(name, id),
    }),
  }))
  const shop = await openShop({ store, reconcile: { after: 0 } })
  shop.service.know(reference, 'Settled')
  shop.service.know('lost', 'Settled')
  // Nobody gets a page of which cannot be seen what came of it.
  await expect(shop.create('lost')).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  await shop.push()
  await eventually(() => {
    const { checkout, expectedPayment } = shop.app.merchant.counts
    return Number(checkout?.later) >= 1 && Number(expectedPayment?.later) >= 1
  })
  expect(shop.app.merchant.counts.checkout?.handled).toBeUndefined()
  expect(shop.told).toEqual([])
  isStalled = false
  await shop.untilTold(2)
  expect(shop.told.map(inShort).toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: idOf('paid', 'lost'), outcome: 'paid' },
    { id: idOf('paid'), outcome: 'paid' },
  ])
})

it('a callback that came again waits while the store cannot say what became of its first copy', async () => {
  let isStalled = false
  const store = keptInMemory(({ inbox }) => ({
    inbox: instead(inbox, {
      // It stalls as soon as it is known that it came again.
      accept: (entry, claim) => {
        isStalled ||= entry.id.includes(' behind ')
        return inbox.accept(entry, claim)
      },
      get: (name, id) =>
        isStalled ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it stalls')) : inbox.get(name, id),
    }),
  }))
  const shop = await openShop({ store, reconcile: { after: 0 } })
  shop.service.know(reference, 'Settled')
  const answer = shop.service.holdNext()
  await shop.push()
  await eventually(() => shop.service.questions().length === 1)
  await shop.push()
  await eventually(() => Number(shop.app.merchant.counts.expectedPayment?.later) >= 1)
  isStalled = false
  answer()
  await shop.untilTold(1)
  expect(shop.told.map(inShort)).toMatchObject([{ id: idOf('paid'), outcome: 'paid' }])
})
