import { expect, it } from 'vitest'
import { conversation } from '../../../src/conversation/index.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths, samples } from '../../http/samples.ts'
import { eventually } from '../deliveries/workshop.ts'
import { keptInMemory } from './kept.ts'

/** A logger whose serializer reads a field that most errors don't have. */
function loggerThatFails() {
  const lines = linesOf()
  const err = (error: object) => ({ type: 'Error', stack: '', message: `${Reflect.get(error, 'response').status}` })
  return { lines, server: { logger: { ...lines.logger, serializers: { err } } } }
}

it('a serializer of the logger that fails on an error costs no attempt, and the entry is dead after its attempts', async () => {
  const { lines, server } = loggerThatFails()
  let runs = 0
  const app = await appWith(
    {
      store: keptInMemory(),
      retry: { attempts: 2, minDelay: 1 },
      checkout: () => {
        runs++
        throw new Error('the database is down')
      },
    },
    { server },
  )
  expect((await post(app, paths.checkout, samples.checkout)).statusCode).toBe(200)
  await eventually(() => app.merchant.counts.checkout?.notHandled === 2)
  expect(runs).toBe(2)
  expect((await app.merchant.inbox.list({ states: ['dead'] })).entries).toHaveLength(1)
  expect(
    lines.saying(
      "the handler of a notification failed: the plugin retries it (the logger's own serializer failed on its details)",
    ),
  ).toHaveLength(1)
})

it('a serializer of the logger that fails on an error costs no screen', async () => {
  const { lines, server } = loggerThatFails()
  const fails = conversation(async () => {
    throw new Error('the database is down')
  })
  const app = await appWith({ store: keptInMemory(), ussd: fails }, { server })
  const { statusCode, json } = await post(app, paths.ussd, samples.ussd)
  expect([statusCode, json()]).toMatchObject([200, { Type: 'Release', Message: expect.stringContaining('went wrong') }])
  expect(lines.saying('the handler of a turn failed')).toHaveLength(1)
})
