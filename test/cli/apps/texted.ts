import Fastify from 'fastify'
import merchantWebhooks, { type Store } from 'fastify-merchant-webhooks'
import type { Books } from 'fastify-merchant-webhooks/simulator'

const ordersOf = new WeakMap<object, string[]>()

/** It keeps the process busy for each text, and forgets that it had it before. */
export default async function build({ store }: { readonly store?: Store }) {
  const app = Fastify()
  const orders: string[] = []
  ordersOf.set(app, orders)
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    inboundMessage: {
      handler: ({ fulltext }) => {
        const end = performance.now() + busy
        while (performance.now() < end);
        orders.push(fulltext)
        orders.push(fulltext)
      },
    },
  })
  return app
}

// ms
const busy = 300

export const books = (app: object): Books => ({ orders: ordersOf.get(app) ?? [] })
