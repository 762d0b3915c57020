import { expect, inject, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newDatabase } from '../postgres-shared.ts'
import { payingService } from './paying-service.ts'
import { idOf, openShop } from './shop.ts'

it('two applications on one database settle what is expected once, wherever callbacks come to', async () => {
  const database = await newDatabase(inject('postgresPort'))
  const service = await payingService()
  const open = () => openShop({ store: postgresStore(database), reconcile: { after: 50 } }, { service })
  const [one, two] = await Promise.all([open(), open()])
  const references = Array.from({ length: 12 }, (_, number) => `order-${number}`)
  for (const reference of references) service.know(reference, 'Settled')
  const urls = await Promise.all(references.map((reference) => one.create(reference)))
  // Of every third nobody calls back; of the others both are called.
  await Promise.all(
    references.map(async (ClientReference, number) => {
      if (number % 3 === 0) return
      await Promise.all([one, two].map((shop) => shop.push({ ClientReference }, urls[number])))
    }),
  )
  const told = () => [...one.told, ...two.told].map(({ attempt }) => attempt.entryId)
  await eventually(async () => {
    const { waiting, running } = await two.app.merchant.inbox.count()
    return told().length >= references.length && waiting + running === 0
  })
  expect(told().toSorted()).toEqual(references.map((reference) => idOf('paid', reference)).toSorted())
})
