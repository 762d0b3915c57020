import { expect, it } from 'vitest'
import { idOf, openShopInTime, reference } from './shop.ts'

const day = 86_400_000

it('a late duplicate whose identity went is new, so the service is asked about it again before anybody is told', async () => {
  const { create, push, service, told, app, clock, passing } = await openShopInTime({
    retention: { entriesDays: 1, identitiesDays: 2 },
  })
  const url = await create()
  service.know(reference, 'Settled')
  await push({}, url)
  await passing(1_000, () => told.length === 1)
  await push({}, url)
  expect(app.merchant.counts.checkout).toMatchObject({ accepted: 1, repeated: 1 })

  const before = clock.now()
  await passing(3_600_000, () => clock.now() > before + 3 * day)
  const asked = service.questions().length
  expect(asked).toBeGreaterThan(0)
  await push({}, url)
  expect(app.merchant.counts.checkout).toMatchObject({ accepted: 2, repeated: 1 })
  await passing(1_000, () => told.length === 2)
  expect(service.questions().length).toBeGreaterThan(asked)
  expect(told.map(({ event }) => event.evidence)).toEqual(['confirmed', 'confirmed'])
  expect(told.map(({ attempt }) => attempt.entryId)).toEqual([idOf('paid'), idOf('paid')])
})
