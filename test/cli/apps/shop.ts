import Fastify, { type FastifyInstance } from 'fastify'
import merchantWebhooks, { memoryStore, secretPath, secretQuery } from 'fastify-merchant-webhooks'

/** Two registrations, as an application builds them. */
export default async (options: { logger: boolean }): Promise<FastifyInstance> => {
  const app = Fastify(options)
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath('a-secret-of-the-test'),
    ussd: (_push, turn) => turn.end('Goodbye'),
  })
  await app.register(merchantWebhooks, {
    name: 'tickets',
    prefix: '/tickets',
    publicUrl: 'https://tickets.example',
    verify: secretQuery('key', 'a-secret-of-the-test'),
    store: memoryStore(),
    checkout: async () => undefined,
  })
  return app
}
