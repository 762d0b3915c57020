import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, secretPath } from 'fastify-merchant-webhooks'
import { conversation } from 'fastify-merchant-webhooks/conversation'

/** A web store that tells the service what it delivered, at the address of its environment. */
export default async function build({ logger = false, store = memoryStore() } = {}) {
  const app = Fastify({ logger })
  await app.register(merchantWebhooks, {
    verify: secretPath('the-secret-of-a-web-store'),
    store,
    secret: 'the other secret of a web store',
    programmable: conversation((talk) => talk.pay('Approve the prompt', { name: 'Tea', quantity: 1, price: 4 })),
    fulfilment: {
      handler: () => undefined,
      report: { url: process.env.REPORT_URL, describe: () => ({ serviceStatus: 'success' }) },
    },
  })
  return app
}
