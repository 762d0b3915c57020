import { Agent, request } from 'node:http'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'

/** Sends a report, on a connection that is kept alive. */
function push(
  port: number,
  id: string,
  path = '/delivery-report',
): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const options = { agent, port, host: '127.0.0.1', path, method: 'POST', headers }
    request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }))
    })
      .on('error', reject)
      .end(JSON.stringify({ MessageId: id, Status: 'Delivered' }))
  })
}

it('an application that closes refuses with Retry-After, and waits for no connection that is kept alive', async () => {
  const handled = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const app = Fastify()
  for (const name of ['default', 'tickets']) {
    await app.register(merchantWebhooks, {
      name,
      prefix: name === 'default' ? '' : `/${name}`,
      verify: 'none',
      store: memoryStore(),
      deliveryReport: async () => {
        begun.resolve()
        await handled.promise
      },
    })
  }
  const slow = Promise.withResolvers<string>()
  const slowBegun = Promise.withResolvers<void>()
  app.post('/slow', () => {
    slowBegun.resolve()
    return slow.promise
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(address).port)
  const first = push(port, 'first')
  await begun.promise
  const last = push(port, 'last', '/slow')
  await slowBegun.promise
  const closed = app.close()
  expect(await push(port, 'second')).toEqual({ status: 503, retryAfter: '5' })
  handled.resolve()
  expect(await first).toMatchObject({ status: 200 })
  await expect.poll(() => app.server.listening).toBe(false)
  slow.resolve('done')
  expect(await last).toMatchObject({ status: 200 })
  // It would wait for 72 seconds.
  await closed
})
