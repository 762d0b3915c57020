import { parseArgs } from 'node:util'
import type { Static } from '@sinclair/typebox'
import Fastify from 'fastify'
import { checkoutCallback } from '../built.ts'
import { portOf, reportToParent, usage } from '../report.ts'
import type { JobQueue } from './job-queue.ts'

// What merchants write with a library for jobs: the schema of the bare route, and one job for each request, acknowledged
// after the library says that it is stored. It verifies nobody, and what the payment says is read by nobody.
const { values } = parseArgs({ options: { library: { type: 'string' }, at: { type: 'string' } } })
const queue = await open(values.library, values.at ?? '')
let added = 0

const app = Fastify()
app.post<{ Body: Static<typeof checkoutCallback> }>(
  '/checkout',
  { schema: { body: checkoutCallback } },
  async ({ body }) => {
    await queue.add(body.Data.CheckoutId, body)
    added++
    return { status: 'received' }
  },
)

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
reportToParent({ port: portOf(app.server.address()), paths: { checkout: '/checkout' } }, async () => {
  const done = await queue.done()
  return { ...usage(), done, left: Math.max(0, added - done), toHandler: [] }
})

/** Each library is loaded only where it is measured: it counts as memory. */
async function open(library: string | undefined, at: string): Promise<JobQueue> {
  switch (library) {
    case 'pg-boss':
      return (await import('./pg-boss.ts')).openPgBoss(at)
    case 'graphile-worker':
      return (await import('./graphile-worker.ts')).openGraphileWorker(at)
    case 'bullmq':
      return (await import('./bullmq.ts')).openBullMq(at)
    default:
      throw new Error(`--library ${library}: there is no such library`)
  }
}
