import Fastify from 'fastify'
import merchantWebhooks from '../../../src/index.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'

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
