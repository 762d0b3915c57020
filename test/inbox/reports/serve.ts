import Fastify from 'fastify'
import merchantWebhooks from '../../../src/index.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import type { Step } from './application.ts'
import { asHandled } from './as-handled.ts'

// An application in a process of its own, which its test kills: it tells how far it came, and stays at the step that it is
// told to stay at.

const [file = '', url = '', stayAt = ''] = process.argv.slice(2)

const app = Fastify()
await app.register(merchantWebhooks, {
  verify: 'none',
  store: sqliteStore(file),
  fulfilment: {
    handler: () => reach('handling'),
    report: {
      url,
      describe: asHandled,
      fetch: async (...request) => {
        await reach('posting')
        return fetch(...request)
      },
    },
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })

async function reach(step: Step): Promise<void> {
  process.send?.({ step })
  if (step === stayAt) await new Promise(() => undefined)
}
