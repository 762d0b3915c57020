import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store, type Verifier } from 'fastify-merchant-webhooks'
import { conversation } from 'fastify-merchant-webhooks/conversation'
import type { Books } from 'fastify-merchant-webhooks/simulator'

const ordersOf = new WeakMap<object, string[]>()

interface BuildOptions {
  readonly store?: Store
  readonly verify?: Verifier | 'none'
}

/** It orders outside of `talk.once`. */
export default async function build({ store = memoryStore(), verify = 'none' }: BuildOptions) {
  const app = Fastify()
  const orders: string[] = []
  ordersOf.set(app, orders)
  await app.register(merchantWebhooks, {
    verify,
    store,
    secret: 'the secret of a careless shop',
    ussd: conversation(async (talk) => {
      const item = await talk.choose('Shop', ['Rice', 'Tea'])
      orders.push(item)
      if (!(await talk.confirm(`Is ${item} right?`))) return talk.end('Nothing was bought')
      return talk.end('Thank you')
    }),
  })
  return app
}

export const books = (app: object): Books => ({ orders: ordersOf.get(app) ?? [] })
