import { expect, it } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { reportService } from '../../payments/reports/service.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { eventually } from '../deliveries/workshop.ts'
import { paid, reported } from './kept.ts'

it('two applications on one database report each fulfilment once', async () => {
  const { bodies, url } = await reportService()
  const database = await freshDatabase()
  const application = async () => {
    const app = await appWith({
      store: postgresStore(database),
      fulfilment: { handler: () => new Promise((resolve) => setImmediate(resolve)), report: { url } },
    })
    await app.ready()
    return app
  }
  const [one, other] = await Promise.all([application(), application()])
  const orders = Array.from({ length: 40 }, (_, number) => `order-${number}`)
  const pushes = orders.flatMap((order) => [one, other].map((app) => post(app, paths.fulfilment, paid(order))))
  for (const { statusCode } of await Promise.all(pushes)) expect(statusCode).toBe(200)
  await eventually(async () => (await one.merchant.inbox.count({ kinds: 'fulfilmentReport' })).done === orders.length)
  const told = bodies().map((body) => JSON.stringify(body))
  expect(told.toSorted()).toEqual(orders.map((order) => JSON.stringify(reported(order, 'success'))).toSorted())
  const reports = [one, other].map(({ merchant }) => merchant.counts.fulfilmentReport?.handled ?? 0)
  expect(reports.reduce((sum, count) => sum + count, 0)).toBe(orders.length)
})
