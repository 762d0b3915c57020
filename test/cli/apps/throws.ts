import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'

/** Its handler throws at each turn. */
export default async function build() {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    ussd: () => {
      throw new ReferenceError('stock is not defined')
    },
  })
  return app
}
