import { expect, it } from 'vitest'
import type { Attempt, PaymentEvent } from '../../src/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { idOf, openShopInTime, reference } from './shop.ts'

it.each([
  ['Failed', 'failed'],
  ['Cancelled', 'cancelled'],
])('the service’s %s contradicts an unsigned paid that its handler was at work for', async (status, outcome) => {
  const told: unknown[] = []
  const work = Promise.withResolvers<void>()
  const shop = await openShopInTime({
    confirmWith: false,
    reconcile: { after: 1_000, giveUpAfter: 256_000 },
    payment(event: PaymentEvent, { conflictsWith }: Attempt) {
      told.push([event.outcome, event.needsReview, conflictsWith])
      return event.outcome === 'paid' ? work.promise : undefined
    },
  })
  await shop.create()
  shop.service.know(reference, status)
  await shop.push()
  await eventually(() => told.length === 1)
  shop.clock.advance(1_000)
  await eventually(async () =>
    (await shop.entries()).some(([id, state]) => id === idOf(outcome) && state === 'waiting'),
  )
  work.resolve()
  await eventually(() => told.length === 2)
  expect(told).toEqual([
    ['paid', ['unexpected'], null],
    [outcome, ['contradicted'], idOf('paid')],
  ])
  const { review } = (await shop.app.merchant.inbox.get(idOf(outcome))) ?? {}
  expect(review?.reasons).toEqual(['contradicted'])
})
