import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { chosenStore, merchantWebhooks } from './built.ts'
import { portOf, reportToParent } from './report.ts'

// Default settings, and handlers as a sender wishes them who wants to fill what there is.
const { values } = parseArgs({ options: { sqlite: { type: 'string' }, postgres: { type: 'string' } } })
const app = Fastify()
await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: 'none',
  store: chosenStore(values),
  deliveryReport: ({ messageId }) => {
    if (messageId.startsWith('stuck')) throw new Error('this one never succeeds')
  },
  ussd: (_push, turn) => turn.prompt('Your name?', { state: randomBytes(45_000).toString('base64') }),
})
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const paths = { deliveryReport: '/push/delivery-report', ussd: '/push/ussd' }
reportToParent({ port: portOf(app.server.address()), paths }, () => {
  globalThis.gc?.()
  return { ...process.memoryUsage(), why: app.merchant.health().why ?? '' }
})
