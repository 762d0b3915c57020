import { expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { samples } from '../http/samples.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openShop } from './shop.ts'

it('a service that does not answer holds up what is asked of it, and nothing else', async () => {
  const reports: string[] = []
  const shop = await openShop({
    store: keptInMemory(),
    concurrency: 1,
    deliveryReport: (_report, { entryId: id }) => reports.push(id),
  })
  const references = Array.from({ length: 20 }, (_, number) => `order-${number}`)
  for (const reference of references) shop.service.know(reference, 'Settled')
  shop.service.answerWith((response) => void waiting.push(() => response.destroy()))
  for (const ClientReference of references) await shop.push({ ClientReference })
  await eventually(() => waiting.length >= 3)
  await post(shop.app, '/delivery-report', samples.deliveryReport)
  await eventually(() => reports.length === 1)
  expect(shop.told).toEqual([])
  expect(shop.service.questions()).toHaveLength(3)
  // Another kind that waits for the service has places of its own.
  await post(shop.app, '/ussd-payment', { ResponseCode: '0000', Message: 'success', Data: { TransactionId: 't1' } })
  await eventually(() => waiting.length === 4)
  expect(shop.service.questions().at(-1)?.get('serviceTransactionId')).toBe('t1')
  shop.service.answerWith(undefined)
  for (const end of waiting) end()
  await shop.untilTold(20, 1)
  expect(new Set(shop.told.map(({ attempt }) => attempt.entryId)).size).toBe(20)
})

const waiting: (() => void)[] = []
