import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { conversation, text } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'

/** A shop in a process of its own, which ends on SIGTERM as the guide's `server.js` does. */
const [url = '', file = '', version = ''] = process.argv.slice(2)
const tell = (line: string): void => appendFileSync(file, `${line}\n`)
const app = Fastify()
await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: 'none',
  store: postgresStore(url, { connections: 6 }),
  ussd: conversation(async (talk) => {
    const name = await talk.ask('Name?', text({ max: 20 }))
    if (name === 'hang') {
      tell('turn began')
      await new Promise(() => undefined)
    }
    const order = await talk.once('order', (key) => {
      tell(`order ${key}`)
      return name
    })
    const town = await talk.ask(`Town of ${order}?`, text({ max: 20 }))
    return talk.end(`${order} of ${town}, by ${version}`)
  }),
  deliveryReport: async ({ messageId }) => {
    if (messageId === 'hang') {
      tell('handler began')
      await new Promise(() => undefined)
    }
    await sleep(50)
    tell(`report ${messageId}`)
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.once('SIGTERM', () => {
  app.server.close()
  app.close().then(() => process.disconnect())
})
const address = app.server.address()
process.send?.(typeof address === 'object' ? address?.port : undefined)
