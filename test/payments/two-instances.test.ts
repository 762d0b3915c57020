import { expect, inject, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newDatabase } from '../postgres-shared.ts'
import { idOf, openSimulatedShop, startSimulator } from './shop.ts'

it('two applications on one database settle what is expected once, wherever callbacks come to', async () => {
  const database = await newDatabase(inject('postgresPort'))
  const sim = await startSimulator()
  const open = () => openSimulatedShop({ store: postgresStore(database), reconcile: { after: 50 } }, { sim })
  const [one, two] = await Promise.all([open(), open()])
  const references = Array.from({ length: 12 }, (_, number) => `order-${number}`)
  await Promise.all(references.map((reference) => one.create(reference)))
  // Of every third nobody calls back; of the others both are called.
  sim.faults.set('drop')
  const paid = await Promise.all(references.map((reference) => sim.customer.pays(reference)))
  const called = paid.filter((_, number) => number % 3 !== 0).flatMap(({ notices }) => notices)
  await Promise.all(
    called.flatMap(({ url, request }) => {
      const { pathname, search } = new URL(url)
      return [one, two].map(({ app }) => post(app, pathname + search, JSON.parse(String(request.body))))
    }),
  )
  const told = () => [...one.told, ...two.told].map(({ attempt }) => attempt.entryId)
  await eventually(async () => {
    const { waiting, running } = await two.app.merchant.inbox.count()
    return told().length >= references.length && waiting + running === 0
  })
  expect(told().toSorted()).toEqual(references.map((reference) => idOf('paid', reference)).toSorted())
})
