import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, secretPath, type UssdHandler } from '../../src/index.ts'
import { appWith } from './app.ts'
import { head, listen } from './socket.ts'

const json = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'
// The first chunk of a body that never ends.
const endless = '10\r\n{"MessageId":"1"\r\n'
const whole = '{"MessageId":"1","Status":"Sent"}'
const bye: UssdHandler = (_push, turn) => turn.end('Bye')
const options: MerchantWebhooksOptions = {
  prefix: '/push',
  verify: secretPath('the-right-secret'),
  deliveryReport: () => undefined,
  ussd: bye,
}

/** A socket on which this was written, and all that came back until the server hung up. */
async function untilClosed(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = open(port)
  const answer = answerOf(socket)
  for (const part of parts) socket.write(part)
  return await answer
}

async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  await closed(socket)
  return text
}

/** Not `once` of node:events: a socket that was reset closes too, and that is no failure here. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve))
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // A server that hangs up on what is still being sent resets the connection.
  socket.on('error', () => undefined)
  return socket
}

// Fastify's own requestTimeout is off, as it is when nobody sets it: without a test's end these would wait for ever.
describe('a connection is ended with the answer to a request whose body was not read', () => {
  const at = (path: string, ...headers: readonly string[]) => head(`/push${path}`, json, ...headers)
  it.each([
    [401, at('/delivery-report/wrong', chunked), endless],
    [401, at('/delivery-report/wrong', 'Content-Length: 500'), '{'],
    [401, at('/ussd/wrong', chunked), endless],
    [404, at('/nothing', chunked), endless],
    [405, at('/delivery-report/the-right-secret', chunked).replace('POST', 'PUT'), endless],
    [413, at('/ussd/the-right-secret', 'Content-Length: 500000'), '{'],
    [413, at('/ussd/the-right-secret', chunked), `20000\r\n${' '.repeat(0x20000)}\r\n`],
    [200, at('/ussd/the-right-secret', 'Content-Length: 500').replace('POST', 'GET'), '{'],
    [200, at('/ussd/the-right-secret', 'Content-Length: 500').replace('POST', 'HEAD'), '{'],
    [200, at('/delivery-report/the-right-secret?MessageId=1&Status=Sent', chunked).replace('POST', 'GET'), endless],
  ])('%i %s', async (status, request, body) => {
    const port = await listen(await appWith(options))
    const text = await untilClosed(port, request, body)
    expect(text).toContain(`HTTP/1.1 ${status} `)
    expect(text).toMatch(/^connection: close\r$/im)
  })
})

it.each([
  ['a body that was read', `${head('/push/delivery-report/the-right-secret', json, 'Content-Length: 1')}{`, 400],
  ['no body', head('/push/delivery-report/the-right-secret').replace('POST', 'PUT'), 405],
  ['an empty body', head('/push/delivery-report/wrong', json, 'Content-Length: 0'), 401],
])('a connection goes on after the refusal of %s', async (_what, first, status) => {
  const port = await listen(await appWith(options))
  const second = `${head('/push/delivery-report/the-right-secret', json, `Content-Length: ${whole.length}`)}${whole}`
  const text = await untilClosed(port, first, second, head('/push/nothing', 'Connection: close'))
  expect([...text.matchAll(/HTTP\/1.1 (\d{3})/g)].map(([, code]) => Number(code))).toEqual([status, 200, 404])
})

describe('a body that does not come in its time', () => {
  it.each([
    ['/delivery-report', chunked, endless],
    ['/delivery-report', 'Content-Length: 500', '{'],
    ['/ussd', chunked, endless],
  ])('is answered, and its connection ended: %s %s', async (path, header, body) => {
    const port = await listen(await appWith({ ...options, verify: 'none', bodyTimeout: 50 }))
    const text = await untilClosed(port, head(`/push${path}`, json, header), body)
    expect(text).toContain('HTTP/1.1 408 ')
    expect(text).toMatch(/^connection: close\r$/im)
    expect(text).toContain('"code":"FMW_BODY_TIMEOUT","detail":"The body must be there within 50 ms"')
  })

  it('is answered though it drips', async () => {
    const port = await listen(await appWith({ ...options, verify: 'none', ussd: { handler: bye, bodyTimeout: 100 } }))
    const socket = open(port)
    const answer = answerOf(socket)
    socket.write(head('/push/ussd', json, 'Content-Length: 60000'))
    const drip = setInterval(() => socket.write(' '), 5)
    onTestFinished(() => clearInterval(drip))
    expect(await answer).toContain('HTTP/1.1 408 ')
  })

  it('takes the longest of the times on a path that several kinds share', async () => {
    const deliveryReport = { handler: () => undefined, path: '/all', bodyTimeout: 20 }
    const inboundMessage = { handler: () => undefined, path: '/all', bodyTimeout: 40 }
    const port = await listen(await appWith({ deliveryReport, inboundMessage }))
    expect(await untilClosed(port, head('/all', json, chunked), endless)).toContain('within 40 ms')
  })

  it('is left alone once it is there, however long the handler takes', async () => {
    const done = Promise.withResolvers<void>()
    const deliveryReport = { handler: () => done.promise, bodyTimeout: 1 }
    const app = await appWith({ deliveryReport })
    const late = once(app.server, 'request').then(([request]) => once(request, 'end'))
    const answer = untilClosed(
      await listen(app),
      head('/delivery-report', json, 'Connection: close', `Content-Length: ${whole.length}`) + whole,
    )
    await late
    // Longer than the body may take: its timer would have fired.
    await new Promise((resolve) => setTimeout(resolve, 20))
    done.resolve()
    expect(await answer).toContain('HTTP/1.1 200 ')
  })
})

it('however many bodies come, one timer is started for them', async () => {
  const bodyTimeout = 54_321
  const started = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => void started.mockRestore())
  const port = await listen(await appWith({ deliveryReport: { handler: () => undefined, bodyTimeout } }))
  const request = head('/delivery-report', json, 'Connection: close', `Content-Length: ${whole.length}`)
  for (let sent = 0; sent < 5; sent++) expect(await untilClosed(port, request, whole)).toContain('HTTP/1.1 200 ')
  expect(started.mock.calls.filter(([, ms]) => ms === bodyTimeout)).toHaveLength(1)
})

it('each path has its own time, whichever body began first', async () => {
  const bodyTimeouts = { deliveryReport: 54_321, inboundMessage: 100 }
  const handler = () => undefined
  const app = await appWith({
    deliveryReport: { handler, bodyTimeout: bodyTimeouts.deliveryReport },
    inboundMessage: { handler, bodyTimeout: bodyTimeouts.inboundMessage },
  })
  const port = await listen(app)
  const begun = once(app.server, 'request')
  const patient = open(port)
  const answer = answerOf(patient)
  patient.write(head('/delivery-report', json, 'Connection: close', `Content-Length: ${whole.length}`))
  await begun
  expect(await untilClosed(port, head('/inbound-message', json, chunked), endless)).toContain('within 100 ms')
  patient.write(whole)
  expect(await answer).toContain('HTTP/1.1 200 ')
})

it('each body has its own time, though one began while another was read', async () => {
  const port = await listen(await appWith({ deliveryReport: { handler: () => undefined, bodyTimeout: 100 } }))
  const request = head('/delivery-report', json, 'Content-Length: 500')
  const first = untilClosed(port, request, '{')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const begunAt = performance.now()
  const second = untilClosed(port, request, '{')
  expect(await first).toContain('HTTP/1.1 408 ')
  expect(await second).toContain('HTTP/1.1 408 ')
  expect(performance.now() - begunAt).toBeGreaterThan(95)
})

it('a refusal that the host holds back is not taken for a body that is late', async () => {
  const held = Promise.withResolvers<void>()
  const prepare = (app: FastifyInstance) => app.addHook('onError', () => held.promise)
  const app = await appWith({ deliveryReport: { handler: () => undefined, bodyTimeout: 1 } }, { prepare })
  const port = await listen(app)
  const answer = untilClosed(port, head('/delivery-report', json, 'Content-Length: 500000'), '{')
  await once(app.server, 'request')
  await new Promise((resolve) => setTimeout(resolve, 20))
  held.resolve()
  expect(await answer).toContain('HTTP/1.1 413 ')
})

it('HTTP/2, which has no such header, is answered as before', async () => {
  const app = Fastify({ http2: true })
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, options)
  const session = connectHttp2(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => session.destroy())
  const stream = session.request({ ':method': 'POST', ':path': '/push/ussd/wrong', 'content-type': 'application/json' })
  stream.write('{')
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(401)
})

it('an application on HTTP/2 may take its time to close: nothing throws meanwhile', async () => {
  const app = Fastify({ http2: true })
  await app.register(merchantWebhooks, options)
  // Longer than the span after which idle connections of HTTP/1 are looked for.
  const looks: unknown[] = []
  const onUncaught = (error: unknown) => looks.push(error)
  process.on('uncaughtExceptionMonitor', onUncaught)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', onUncaught))
  app.addHook('onClose', () => sleep(250))
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  expect(looks).toEqual([])
})
