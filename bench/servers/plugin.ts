import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import type { ProgrammableHandler, UssdHandler } from '../../src/index.ts'
import type { SessionEvent } from '../../src/pushes/session-push.ts'
import { type MenuPush, menu } from '../menu.ts'
import { memoryStore, merchantWebhooks, secretPath, sqliteStore } from './built.ts'
import { loggerOf } from './logger.ts'
import { portOf, reportToParent } from './report.ts'

const { values } = parseArgs({
  options: {
    log: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    sqlite: { type: 'string' },
    /** How many may be open at once, for as long as they like. */
    sessions: { type: 'string' },
  },
})
const app = Fastify({ logger: loggerOf(values.log) })

const ussd: UssdHandler = (push, turn) => {
  const { ends, text } = menu(pushOf(push))
  return ends ? turn.end(text) : turn.prompt(text)
}
const programmable: ProgrammableHandler = (push, turn) => {
  const { ends, text } = menu(pushOf(push))
  return ends ? turn.end(text) : turn.prompt(text)
}

const secret = 'a-secret-of-the-benchmark'
await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: values.open ? 'none' : secretPath(secret),
  store: values.sqlite === undefined ? memoryStore() : sqliteStore(values.sqlite),
  ...(values.sessions === undefined
    ? {}
    : { sessions: { max: Number(values.sessions), maxBytes: 2 ** 30, expiry: 3_600_000 } }),
  ussd,
  programmable,
  deliveryReport: () => undefined,
})

await app.listen({ port: 0, host: '127.0.0.1' })
const suffix = values.open ? '' : `/${secret}`
reportToParent({
  port: portOf(app.server.address()),
  paths: {
    ussd: `/push/ussd${suffix}`,
    programmable: `/push/programmable${suffix}`,
    deliveryReport: `/push/delivery-report${suffix}`,
  },
})

function pushOf({ type, message, serviceCode, sessionId }: SessionEvent): MenuPush {
  return { isInitiation: type === 'initiation', message, serviceCode, sessionId }
}
