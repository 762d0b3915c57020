import Fastify from 'fastify'
import merchantWebhooks, { memoryStore } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'

/** Asks the service about each payment before its handler hears of it. */
export const build = async () => {
  const { API_URL: baseUrl = '', API_ID: apiId = '', API_KEY: apiKey = '' } = process.env
  const paths = { transactionStatus: '/transactions/status' }
  const app = Fastify()
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: 'none',
    store: memoryStore(),
    client: new MerchantClient({ baseUrl, apiId, apiKey, paths }),
    payment: async () => undefined,
  })
  return app
}
