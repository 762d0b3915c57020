import { once } from 'node:events'
import Fastify from 'fastify'
import { conversation } from '../../../../src/conversation/index.ts'
import merchantWebhooks from '../../../../src/index.ts'
import { sqliteStore } from '../../../../src/store/sqlite/index.ts'

/** A shop in a process of its own, on a SQLite file. Orders of beans wait until the parent says something; `/busy` holds the loop for 30 ms. */
const [file = ''] = process.argv.slice(2)
const app = Fastify()
let orders = 0
await app.register(merchantWebhooks, {
  verify: 'none',
  store: sqliteStore(file),
  ussd: conversation(async (talk) => {
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    const number = await talk.once('order', async () => {
      if (meal === 'Beans') {
        process.send?.({ did: 'order' })
        await once(process, 'message')
      }
      return ++orders
    })
    return talk.end(`Your order o${number} was made`)
  }),
})
app.get('/busy', () => {
  // ms. It holds up everything else, and takes no time of the processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30)
  return 'done'
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.on('message', () => undefined)
process.send?.({ did: 'listen', port: typeof address === 'object' ? address?.port : undefined })
