import Fastify from 'fastify'
import merchantWebhooks, { memoryStore } from 'fastify-merchant-webhooks'

/** It logs to stdout, as the first tutorial has it. */
export const app = Fastify({ logger: true })

await app.register(merchantWebhooks, {
  verify: 'none',
  store: memoryStore(),
  ussd: (push, turn) => {
    if (push.message === 'fail') throw new Error('the stock is away')
    return turn.end('Goodbye')
  },
})
