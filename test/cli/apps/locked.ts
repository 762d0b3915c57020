import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store } from 'fastify-merchant-webhooks'
import { conversation, text } from 'fastify-merchant-webhooks/conversation'
import type { Books } from 'fastify-merchant-webhooks/simulator'

const ordersOf = new WeakMap<object, string[]>()

/** It orders outside of `talk.once`, behind a PIN. */
export default async function build({ store = memoryStore() }: { readonly store?: Store }) {
  const app = Fastify()
  const orders: string[] = []
  ordersOf.set(app, orders)
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    secret: 'the secret of a locked shop',
    ussd: conversation(async (talk) => {
      await talk.ask('Your PIN?', text({ check: (pin) => pin === '4711' }))
      orders.push('Rice')
      if (!(await talk.confirm('Is Rice right?'))) return talk.end('Nothing was bought')
      return talk.end('Thank you')
    }),
  })
  return app
}

export const books = (app: object): Books => ({ orders: ordersOf.get(app) ?? [] })
