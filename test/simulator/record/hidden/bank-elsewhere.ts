import Fastify from 'fastify'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'

/** Run as a process of its own: asks for a secret in words that nobody knows, and prints its address. */
const app = Fastify({ logger: false })
const ussd = conversation(async (talk) => {
  await talk.ask('Which of your three?', text())
  await talk.ask('And the lucky one?', text({ pattern: /^\d{4}$/, sensitive: true }))
  return talk.end('You have 1,234.00')
})
await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), secret: 'a secret of tests alone', ussd })
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
