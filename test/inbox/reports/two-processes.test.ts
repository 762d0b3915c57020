import { expect, it } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { reportService } from '../../payments/reports/service.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { eventually } from '../deliveries/workshop.ts'
import { asHandled } from './as-handled.ts'
import { paid, reported } from './kept.ts'

it('two applications on one database report each fulfilment once', async () => {
  const { bodies, url } = await reportService()
  const database = await freshDatabase()
  const application = async () => {
    const app = await appWith({
      store: postgresStore(database),
      fulfilment: {
        handler: () => new Promise((resolve) => setImmediate(resolve)),
        report: { url, describe: asHandled },
      },
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

it.each([3_600_000, -3_600_000])(
  'a report that is not taken is tried again by an application whose clock is %i ms ahead',
  async (ahead) => {
    let isTaken = false
    const { bodies, url } = await reportService(() => (isTaken ? 200 : 503))
    const database = await freshDatabase()
    const application = async (off: number) => {
      const clock = { ...systemClock, now: () => systemClock.now() + off }
      const app = await appWith({
        clock,
        store: postgresStore(database),
        fulfilment: { handler: () => undefined, report: { url, within: 1_800_000, describe: asHandled } },
      })
      await app.ready()
      return app
    }
    const one = await application(0)
    expect((await post(one, paths.fulfilment, paid('order-1'))).statusCode).toBe(200)
    await eventually(() => bodies().length === 1)
    await one.close()
    const other = await application(ahead)
    await eventually(() => bodies().length >= 3)
    isTaken = true
    await eventually(async () => (await other.merchant.inbox.count({ kinds: 'fulfilmentReport' })).done === 1)
  },
)
