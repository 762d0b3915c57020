import { request } from 'node:http'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'

it('a notification whose last bytes come while the application closes, and whose handler is not begun, gets 503 with Retry-After', async () => {
  let handled = 0
  const arrived = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  const app = Fastify()
  app.addHook('onRequest', async () => arrived.resolve())
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    deliveryReport: () => {
      handled++
    },
  })
  // Behind that of the plugin.
  app.addHook('preClose', async () => closing.resolve())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const body = JSON.stringify({ MessageId: 'late', Status: 'Delivered' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const answered = Promise.withResolvers<unknown>()
  const push = request(`${address}/delivery-report`, { method: 'POST', headers }, async (answer) => {
    const text = Buffer.concat(await answer.toArray()).toString()
    answered.resolve({
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after'],
      problem: JSON.parse(text),
    })
  })
  push.on('error', answered.reject)
  push.write(body.slice(0, -9))
  await arrived.promise
  const closed = app.close()
  await closing.promise
  push.end(body.slice(-9))
  expect(await answered.promise).toMatchObject({
    status: 503,
    retryAfter: '5',
    problem: { code: 'FMW_STORE_UNAVAILABLE' },
  })
  await closed
  expect(handled).toBe(0)
})
