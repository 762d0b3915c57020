import Fastify from 'fastify'
import merchantWebhooks, { memoryStore, type Store } from '../../../../src/index.ts'

/** What was done since the last look. */
export const deeds: string[] = []

/** A shop that is told of payments, reports and messages. */
export default async function build({ store = memoryStore() }: { readonly store?: Store } = {}) {
  const change = process.env.ORDERS
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    retry: { attempts: 1 },
    ...(change === 'client' && {
      confirmWith: { transactions: { status: () => Promise.reject(new Error('no service')) } },
    }),
    checkout: {
      handler: ({ clientReference }) => {
        deeds.push(`settled ${clientReference}`)
        if (clientReference === 'dead') throw new Error('the ledger is closed')
      },
      ...(change === 'identity' && { identity: ({ clientReference }) => `own ${clientReference}` }),
    },
    inboundMessage: () => undefined,
    ...(change !== 'silence' && { deliveryReport: () => undefined }),
  })
  return app
}
