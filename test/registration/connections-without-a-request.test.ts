import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'

// HTTPS without a certificate.
const key = Buffer.from('a key of a test')
const psk = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
const https = { ...psk, pskCallback: () => key }
const callback = () => ({ psk: key, identity: 'a test' })

const post = 'POST /delivery-report HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n'
const report = '{"MessageId":"1","Status":"Delivered"}'
const whole = `${post}Content-Length: ${report.length}\r\n\r\n${report}`
const slow = 'GET /slow HTTP/1.1\r\nHost: shop.example\r\n\r\n'
const unfinished: readonly (readonly [what: string, bytes: string])[] = [
  ['no byte', ''],
  ['half a request line', 'POST /deli'],
  ['half the headers', post],
  ['half a body', `${post}Content-Length: 50\r\n\r\n{`],
  ['half a body of another route', 'POST /other HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 50\r\n\r\n{'],
  ['half a request after a whole one', `${whole}POST /deli`],
]

/** An application with routes of its own beside the plugin; `/slow` answers when it is told to. */
async function start(app: FastifyInstance) {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), deliveryReport: () => undefined })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/other', () => 'other')
  app.get('/slow', () => {
    asked.resolve()
    return told.promise
  })
  return { asked: asked.promise, tell: () => told.resolve('done') }
}

/** What came on a connection until it was closed. */
async function read(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

const isSecure = [false, true]

it.concurrent.each(isSecure)('no connection without a whole request delays the end, over TLS: %s', async (secure) => {
  const app: FastifyInstance = secure ? Fastify({ https }) : Fastify()
  const { asked, tell } = await start(app)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const open = async (bytes: string): Promise<Socket> => {
    const socket = secure
      ? connectTls({ port, host: '127.0.0.1', ...psk, pskCallback: callback, checkServerIdentity: () => undefined })
      : connect(port, '127.0.0.1')
    await once(socket, secure ? 'secureConnect' : 'connect')
    socket.write(bytes)
    return socket
  }
  const sockets = await Promise.all(unfinished.map(([, bytes]) => open(bytes)))
  const ended = sockets.map(read)
  // Its hands are not shaken, over TLS: it sends the first bytes of a record.
  const halfShaken = connect(port, '127.0.0.1')
  await once(halfShaken, 'connect')
  halfShaken.write(Buffer.from([22, 3, 1]))
  const halfShakenEnded = read(halfShaken)
  const answered = read(await open(slow))
  const late = await open('POST /oth')
  const lateAnswered = read(late)
  await asked
  const closed = app.close()
  // What was on its way is served: the first of them is closed by then.
  await ended[0]
  late.write('er HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1\r\n\r\n.')
  expect(await lateAnswered).toContain('HTTP/1.1 503 ')
  const texts = await Promise.all(ended)
  await halfShakenEnded
  expect(texts.map((text) => text.includes('HTTP/1.1 200 '))).toEqual(
    unfinished.map(([, bytes]) => bytes.startsWith(whole)),
  )
  tell()
  expect(await answered).toContain('HTTP/1.1 200 ')
  await closed
})

it.concurrent('nor on the second address of an application that listens on several', async () => {
  const app = Fastify()
  await start(app)
  const addresses = ['127.0.0.1', '127.0.0.2']
  // The name of this machine may have one address only.
  const { lookup } = dns
  const spy = vi.spyOn(dns, 'lookup').mockImplementation((...given: readonly unknown[]) => {
    const [name, , found] = given
    if (name !== 'localhost' || typeof found !== 'function') return Reflect.apply(lookup, dns, given)
    const answer = addresses.map((address) => ({ address, family: 4 }))
    found(null, answer)
  })
  const port = Number(new URL(await app.listen({ port: 0, host: 'localhost' })).port)
  spy.mockRestore()
  const sockets = addresses.map((host) => connect(port, host))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const ended = sockets.map(read)
  for (const socket of sockets) socket.write('POST /oth')
  await app.close()
  await Promise.all(ended)
})

it.concurrent('nor on the socket of a file, which has no port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fmw-socket-'))
  const path = join(folder, 'shop.sock')
  const app = Fastify()
  await start(app)
  await app.listen({ path })
  const sockets = [connect(path), connect(path)]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const ended = sockets.map(read)
  sockets[1]?.write('POST /oth')
  await app.close()
  await Promise.all(ended)
  await rm(folder, { recursive: true })
})

it.concurrent('what has become a connection of another protocol is left to the application', async () => {
  const app = Fastify()
  await start(app)
  app.server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    setTimeout(() => socket.end('bye'), 3_000)
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const socket = connect(port, '127.0.0.1')
  const answered = read(socket)
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  await once(socket, 'data')
  await app.close()
  expect(await answered).toMatch(/^HTTP\/1\.1 101 .*bye$/s)
})
