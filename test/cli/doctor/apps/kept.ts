import Fastify from 'fastify'
import merchantWebhooks, { secretHeader } from '../../../../src/index.ts'
import { sqliteStore } from '../../../../src/store/sqlite/index.ts'

/** Keeps what it is told in the file that its environment names. */
export const build = async (options: { logger: boolean }) => {
  const app = Fastify(options)
  await app.register(merchantWebhooks, {
    verify: secretHeader('x-push-token', 'q8Zt4mV1cY7rB0nK5sWd2hJx'),
    store: sqliteStore(process.env.KEPT_IN ?? 'kept.db'),
    deliveryReport: async () => undefined,
  })
  return app
}
