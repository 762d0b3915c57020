import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import { doctor } from './doctored.ts'

const secret = 'a-secret-of-a-shop-behind-a-proxy'

type Pass = (method?: string, body?: Buffer) => Promise<void>
type Proxy = (request: IncomingMessage, body: Buffer, reply: ServerResponse, pass: Pass) => unknown

/** What doctor finds of a right shop behind a proxy. */
async function lookedAt(kind: string, proxy: Proxy) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: secretPath(secret),
    store: memoryStore(),
    ussd: ({ type }, turn) => (type === 'initiation' ? turn.prompt('Welcome\n1. Tea') : turn.end('Goodbye')),
    deliveryReport: () => undefined,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const server = createServer(async (request, reply) => {
    const sent = await buffer(request)
    const pass: Pass = async (method = request.method, body = sent) => {
      const hasBody = method === 'POST'
      const answer = await fetch(new URL(`${request.url}`, origin), {
        ...{ method: `${method}`, headers: { 'content-type': 'application/json' } },
        ...(hasBody && { body: body.toString() }),
      })
      reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
      reply.end(Buffer.from(await answer.arrayBuffer()))
    }
    await proxy(request, sent, reply, pass)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return doctor('--url', `http://127.0.0.1:${port}/${kind}/${secret}`, '--turns', '2')
}

const isPush = ({ method }: IncomingMessage) => method === 'POST'

it.each(['ussd', 'delivery-report'])(
  'one that drops bodies is found by what the plugin says of them: %s',
  async (kind) => {
    const { of } = await lookedAt(kind, (request, _body, _reply, pass) =>
      pass(request.method, isPush(request) ? Buffer.alloc(0) : undefined),
    )
    const [found] = of(kind === 'ussd' ? 'screen' : 'taken')
    expect(found).toMatch(/status is 400.* It says why: .*empty body \(FMW_BODY\)/)
  },
)

it('one that takes short bodies alone is told by what limits them', async () => {
  const { of } = await lookedAt('ussd', (request, body, reply, pass) =>
    isPush(request) && body.length > 50 ? reply.writeHead(413).end('too large') : pass(),
  )
  expect(of('screen')).toEqual([expect.stringContaining('bodyLimit, or what a proxy allows (client_max_body_size')])
  expect(of('forgeries')).toEqual([])
})

it('one that makes a GET of each push says nothing of who may push', async () => {
  const { of, counts } = await lookedAt('ussd', (_request, _body, _reply, pass) => pass('GET'))
  expect(of('forgeries')).toEqual([])
  expect(of('pushes')).toEqual([expect.stringMatching(/^skipped: No other was sent: what they get says nothing/)])
  expect(counts.error).toBe(1)
})

it('one that does not reach the application leaves one error, and no advice to verifiers', async () => {
  const { of, counts } = await lookedAt('ussd', (request, _body, reply, pass) =>
    isPush(request) ? reply.writeHead(502).end('bad gateway') : pass(),
  )
  expect(of('screen')).toEqual([expect.stringContaining('its status is 502')])
  expect(counts.error).toBe(1)
})

it('one that takes too long is found by the first turn, and its clock is right', async () => {
  const turns: string[] = []
  const { of } = await lookedAt('ussd', async (request, body, _reply, pass) => {
    const isOurs = request.url?.endsWith(secret) === true
    if (isPush(request) && isOurs) turns.push(JSON.parse(body.toString()).Type)
    // ms: the service waits 7,000. Nothing is said here of what forgeries get, so they do not wait.
    if (turns.length === 1 && isOurs && request.method !== 'GET') await setTimeout(7_100)
    await pass()
  })
  expect(of('first answer')).toEqual([expect.stringContaining('the caller sees UUT')])
  expect(of('clock')).toEqual([expect.stringMatching(/^(?:fine|skipped):/)])
  expect(turns).toEqual(['Initiation', 'Release'])
})
