import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { merchantWebhooks } from './built.ts'
import { portOf, reportToParent } from './report.ts'

// Handlers that never finish, and a clock beside the plugin: from the first hook that a request meets to the
// moment its answer has left.
const { values } = parseArgs({ options: { budget: { type: 'string' }, backlog: { type: 'string' } } })
const app = Fastify()
const arrivals = new WeakMap<object, number>()
let times: number[] = []

app.addHook('onRequest', (request, _reply, done) => {
  arrivals.set(request, performance.now())
  done()
})
app.addHook('onResponse', (request, _reply, done) => {
  times.push(performance.now() - (arrivals.get(request) ?? Number.NaN))
  done()
})
await app.register(merchantWebhooks, {
  verify: 'none',
  ussd: { handler: () => new Promise<never>(() => undefined), budget: Number(values.budget) },
})

await app.listen({ port: 0, host: '127.0.0.1', backlog: Number(values.backlog) })
reportToParent({ port: portOf(app.server.address()), paths: { ussd: '/ussd' } }, () => {
  const told = times
  times = []
  return told
})
