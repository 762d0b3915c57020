import Fastify from 'fastify'
import merchantWebhooks, { secretPath } from '../../../../src/index.ts'

/** The application itself, and no function that builds it. */
export const app = Fastify()
await app.register(merchantWebhooks, {
  verify: secretPath('q8Zt4mV1cY7rB0nK5sWd2hJx'),
  ussd: (_push, turn) => turn.end('Goodbye'),
  deliveryReport: async () => undefined,
})
