import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'

/** It keeps what it gets in a file, logs each request, and is soon tired of waiting for its store. */
export const app = Fastify({ logger: true, pluginTimeout: 4_000 })

await app.register(merchantWebhooks, {
  verify: 'none',
  store: sqliteStore(process.env.STORED_IN ?? 'merchant.db'),
  ussd: (_push, turn) => {
    turn.log.info({}, 'a turn of the shop')
    return turn.end('Goodbye')
  },
})
