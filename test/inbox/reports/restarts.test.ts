import { describe, expect, it, onTestFinished } from 'vitest'
import { appWith, post } from '../../http/app.ts'
import { paths } from '../../http/samples.ts'
import { type Answer, hang, reportService } from '../../payments/reports/service.ts'
import { sqliteHere } from '../../store/new-sqlite.ts'
import { newFile, removeFiles } from '../../store/sqlite/files.ts'
import { eventually } from '../deliveries/workshop.ts'
import { Application, type Step } from './application.ts'
import { asHandled } from './as-handled.ts'
import { paid, reported, reportId } from './kept.ts'

function file(): string {
  const name = newFile()
  onTestFinished(() => removeFiles(name))
  return name
}

describe('a process that is killed, on a SQLite file', () => {
  it.each<[Step, readonly Step[]]>([
    ['handling', ['handling', 'posting']],
    ['posting', ['posting']],
  ])(
    'while it is %s leaves the report to the next one',
    async (step, left) => {
      const { bodies, url } = await reportService()
      const store = file()
      const killed = await Application.start(store, url, step)
      expect(await killed.push(paid('f00d'))).toBe(200)
      await killed.reaches(step)
      await killed.kill()
      expect(bodies()).toEqual([])
      const next = await Application.start(store, url)
      await eventually(() => bodies().length === 1)
      expect(bodies()).toEqual([reported('f00d', 'success')])
      expect(next.steps).toEqual(left)
    },
    60_000,
  )
})

describe('an application that closes, on a SQLite file', () => {
  it('during the handler leaves the report to the next one', async () => {
    const { bodies, url } = await reportService()
    const store = file()
    const began = Promise.withResolvers<void>()
    const report = { url, describe: asHandled }
    const handler = () => {
      began.resolve()
      return new Promise(() => undefined)
    }
    const app = await appWith({ store: sqliteHere(store), shutdownTimeout: 10, fulfilment: { handler, report } })
    await post(app, paths.fulfilment, paid('f00d'))
    await began.promise
    await app.close()
    const next = await appWith({ store: sqliteHere(store), fulfilment: { handler: () => undefined, report } })
    await next.ready()
    await eventually(() => bodies().length === 1)
    expect(bodies()).toEqual([reported('f00d', 'success')])
  })

  it('during the report ends the call, and the next one calls again', async () => {
    const left = Promise.withResolvers<void>()
    const untilLeft: Answer = (reply) => void reply.on('close', left.resolve)
    const { bodies, url } = await reportService((number) => (number === 1 ? untilLeft : 200))
    const store = file()
    const options = () => ({
      store: sqliteHere(store),
      shutdownTimeout: 10,
      fulfilment: { handler: () => undefined, report: { url, describe: asHandled } },
    })
    const app = await appWith(options())
    await post(app, paths.fulfilment, paid('f00d'))
    await eventually(() => bodies().length === 1)
    await app.close()
    await left.promise
    const next = await appWith(options())
    await next.ready()
    await eventually(async () => (await next.merchant.inbox.get(reportId('f00d'))).state === 'done')
    expect(bodies()).toEqual([reported('f00d', 'success'), reported('f00d', 'success')])
  })

  it('waits for a call as for a handler, if it may', async () => {
    const { bodies, url } = await reportService(() => (reply) => void setTimeout(() => reply.end(), 50))
    const store = file()
    const fulfilment = { handler: () => undefined, report: { url, describe: asHandled } }
    const app = await appWith({ store: sqliteHere(store), fulfilment })
    await post(app, paths.fulfilment, paid('f00d'))
    await eventually(() => bodies().length === 1)
    await app.close()
    const next = await appWith({ store: sqliteHere(store), fulfilment })
    await next.ready()
    expect((await next.merchant.inbox.get(reportId('f00d'))).state).toBe('done')
    expect(bodies()).toHaveLength(1)
  })
})

it('an answer that does not come is waited for as long as the merchant says', async () => {
  const { bodies, url } = await reportService((number) => (number === 1 ? hang : 200))
  const report = { url, timeout: 100, describe: asHandled }
  const app = await appWith({ store: sqliteHere(file()), fulfilment: { handler: () => undefined, report } })
  await post(app, paths.fulfilment, paid('f00d'))
  await eventually(() => bodies().length === 2)
  await eventually(async () => (await app.merchant.inbox.get(reportId('f00d'))).state === 'done')
})
