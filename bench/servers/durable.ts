import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { chosenStore, merchantWebhooks } from './built.ts'
import { portOf, reportToParent, usage } from './report.ts'

// The same routes over the store that is asked for. Handlers do nothing, so what is measured is the keeping.
const { values } = parseArgs({
  options: { sqlite: { type: 'string' }, postgres: { type: 'string' }, room: { type: 'string' } },
})
const app = Fastify()
let toHandler: number[] = []

await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: 'none',
  store: chosenStore(values),
  ...(values.room === undefined ? {} : { retention: { entriesBytes: Number(values.room) } }),
  // What has failed stays at the head of its lane for longer than any measurement takes.
  retry: { minDelay: 24 * 3_600_000, maxDelay: 24 * 3_600_000 },
  checkout: () => undefined,
  deliveryReport: ({ messageId, clientReference }) => {
    if (messageId.startsWith('stuck')) throw new Error('this one never succeeds')
    const sentAt = clientReference ?? ''
    if (/^\d{20}$/.test(sentAt)) toHandler.push(Number(process.hrtime.bigint() - BigInt(sentAt)) / 1e6)
  },
  ussd: ({ message }, turn) => turn.prompt(`Welcome to ${message}\n1. Tea, 5.00\n2. Leave`),
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const paths = { checkout: '/push/checkout', deliveryReport: '/push/delivery-report', ussd: '/push/ussd' }
reportToParent({ port: portOf(app.server.address()), paths }, async () => {
  const told = toHandler
  toHandler = []
  const { done } = await app.merchant.inbox.count({})
  return { ...usage(), done, toHandler: told }
})
