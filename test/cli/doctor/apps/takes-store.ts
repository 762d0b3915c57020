import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store, secretHeader, secretPath } from '../../../../src/index.ts'

/** Takes a store, and has two verifiers. */
export const build = async ({ logger, store = memoryStore() }: { logger: boolean; store?: Store }) => {
  const app = Fastify({ logger })
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath('q8Zt4mV1cY7rB0nK5sWd2hJx'),
    store,
    ussd: (_push, turn) => turn.end('Goodbye'),
    deliveryReport: async () => undefined,
  })
  await app.register(merchantWebhooks, {
    name: 'own',
    prefix: '/own',
    verify: secretHeader('x-push-token', 'q8Zt4mV1cY7rB0nK5sWd2hJx'),
    store,
    inboundMessage: async () => undefined,
  })
  return app
}
