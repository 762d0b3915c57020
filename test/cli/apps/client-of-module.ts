import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, secretPath } from 'fastify-merchant-webhooks'
import { MerchantClient } from 'fastify-merchant-webhooks/client'
import { conversation } from 'fastify-merchant-webhooks/conversation'

// As the guides write it: what it's made with stands in the environment, as does the secret.
const client = new MerchantClient({
  baseUrl: process.env.API_URL ?? '',
  apiId: process.env.API_ID,
  apiKey: process.env.API_KEY,
  merchantAccountNumber: process.env.MERCHANT_ACCOUNT_NUMBER ?? '1',
})
const secret = process.env.PUSH_SECRET

/** It sends a message as soon as somebody dials. */
export default async function build({ logger = false, store = memoryStore() } = {}) {
  const app = Fastify({ logger })
  await app.register(merchantWebhooks, {
    verify: secretPath(secret),
    store,
    secret: 'the secret of a client of a module',
    ussd: conversation(async (talk) => {
      const message = { from: 'Shop', to: talk.caller.mobile, content: 'Welcome' }
      await talk.once('welcome', (key) => client.messages.send({ ...message, clientReference: key }))
      return talk.end('Welcome')
    }),
  })
  return app
}
