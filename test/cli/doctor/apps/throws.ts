import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store, secretPath } from '../../../../src/index.ts'

/** Its handler throws at each turn; the words of the plugin are its own, where it's told so. */
export default async function build({ store = memoryStore() }: { readonly store?: Store } = {}) {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath('q8Zt4mV1cY7rB0nK5sWd2hJx'),
    store,
    ussd: () => {
      throw new ReferenceError('stock is not defined')
    },
  })
  return app
}
