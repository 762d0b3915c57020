import Fastify from 'fastify'
import merchantWebhooks from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'

const app = Fastify()
app.register(merchantWebhooks, {
  verify: 'none',
  ussd: ({ type }, turn) => (type === 'initiation' ? turn.menu('Welcome', ['Tea']) : turn.prompt('How many?')),
})

const caller = phone(app)
await caller.dial('*713#').reply('1').hangUp()
console.log(caller.transcript())
await app.close()
