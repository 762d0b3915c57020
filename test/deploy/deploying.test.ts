import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../src/cli/dev/free-port.ts'
import merchantWebhooks, { allOf, memoryStore, secretPath, sourceAddresses } from '../../src/index.ts'
import { health, operatorPage } from '../../src/operations/index.ts'
import { run } from '../cli/run.ts'
import { root } from '../docs/documents.ts'
import { holdSocket } from './held-socket.ts'
import { nginx, type Site, startNginx } from './nginx.ts'

const secret = 'a-secret-of-the-deploy'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe.skipIf(nginx === undefined)('nginx with the file of the guide (needs Debian’s nginx)', () => {
  it('passes turns on, and writes no secret and no text into its logs', async () => {
    const { proxy } = await start()
    expect(await push(proxy.url, `/push/ussd/${secret}`, dial('1'))).toMatchObject({ status: 200 })
    const query = 'from=%2B233000000000&to=1900&keyword=VOTE&text=my+private+words'
    expect((await fetch(`${proxy.url}/push/inbound-message/${secret}?${query}`)).status).toBe(200)
    await vi.waitFor(() =>
      expect(proxy.logs()).toMatch(/ POST \/push\/ussd 200 [\s\S]* GET \/push\/inbound-message 200 /),
    )
    expect(proxy.logs()).not.toMatch(/a-secret|private/)
  })

  it('says 503 and Retry-After where the application is away, and writes no secret then', async () => {
    const { app, proxy } = await start()
    await app.close()
    const { status, retryAfter } = await push(proxy.url, `/push/ussd/${secret}`, dial('1'))
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' })
    await vi.waitFor(() => expect(proxy.logs()).toContain(' POST /push/ussd 503 '))
    expect(proxy.logs()).not.toContain(secret)
  })

  it('lets the verifier see who pushed, whatever the sender wrote in front', async () => {
    const { proxy } = await start()
    const path = `/push/delivery-report/${secret}`
    const report = { MessageId: '1', Status: 'Delivered' }
    const from = (localAddress: string, forwarded: string) =>
      statusFrom(localAddress, proxy.url + path, report, { 'x-forwarded-for': forwarded })
    expect(await from('127.0.0.3', '192.0.2.10')).toBe(200)
    expect(await from('127.0.0.2', '192.0.2.10')).toBe(401)
    expect(await from('127.0.0.2', '127.0.0.3, 127.0.0.1')).toBe(401)
  })

  it('limits a flood of strangers, and no push of the service beside it', async () => {
    const { proxy } = await start({ service: '127.0.0.1/32' })
    const ussd = `/push/ussd/${secret}`
    const flood = Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        statusFrom('127.0.0.2', `${proxy.url}${ussd}`, dial(`flood-${number}`)),
      ),
    )
    const turns = Promise.all(Array.from({ length: 60 }, (_, number) => push(proxy.url, ussd, dial(`turn-${number}`))))
    const messages = Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        push(proxy.url, `/push/inbound-message/${secret}`, {
          from: '+233000000000',
          to: '1900',
          text: `vote ${number}`,
        }),
      ),
    )
    expect((await turns).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200))
    expect((await messages).map(({ status }) => status)).not.toContain(429)
    const statuses = await flood
    const letIn = statuses.filter((status) => status === 200).length
    // 20 at once and one besides, then two a second.
    expect(letIn).toBeGreaterThanOrEqual(21)
    expect(letIn).toBeLessThan(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - letIn)
  })

  it('slows nobody down as it is copied: it does not know the service yet', async () => {
    const { proxy } = await start()
    const flood = Array.from({ length: 100 }, (_, number) =>
      push(proxy.url, `/push/ussd/${secret}`, dial(`turn-${number}`)),
    )
    expect((await Promise.all(flood)).filter(({ status }) => status !== 200)).toEqual([])
  })

  it('shows the operator’s page over plain HTTP, and neither metrics nor health', async () => {
    const { app, proxy } = await start({ hasPages: true })
    const origin = proxy.url
    const page = await fetch(`${origin}/operations/`)
    expect({ status: page.status, text: await page.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining('<html'),
    })
    // As a browser asks there: with its origin, and without Sec-Fetch-Site.
    const asked = await fetch(`${origin}/operations/api/overview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: '{}',
    })
    expect({ status: asked.status, body: await asked.text() }).toMatchObject({ status: 200 })
    for (const path of ['/metrics', '/health']) expect((await fetch(app.listeningOrigin + path)).status, path).toBe(200)
    for (const path of ['/metrics', '/metrics/', '/%6detrics', '//metrics', '/a/../metrics', '/health', '/Health?a=1'])
      expect(await statusOf(origin, path), path).toBe(404)
  })

  it('takes a body as long as the plugin does, and no longer one', async () => {
    const { proxy } = await start()
    const padded = (bytes: number) => {
      const text = JSON.stringify(dial('1'))
      return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`
    }
    expect((await push(proxy.url, `/push/ussd/${secret}`, padded(65_536))).status).toBe(200)
    expect((await push(proxy.url, `/push/ussd/${secret}`, padded(65_537))).status).toBe(413)
  })

  it('waits for the screen that the application gives at its deadline', async () => {
    const { proxy } = await start()
    const { status, body } = await push(proxy.url, `/push/ussd/${secret}`, dial('slow'))
    expect({ status, type: body.Type }).toEqual({ status: 200, type: 'Response' })
    expect(body.Message).toMatch(/working/)
  })
})

describe.skipIf(nginx === undefined)('a shop as init writes it, behind nginx and a held socket', () => {
  it('loses no turn and no session in restarts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-deployed-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    await run('init', folder, '--no-install', '--js')
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const [port, front] = [await freePort(), await freePort()]
    const { NODE_OPTIONS: _options, ...inherited } = process.env
    const env = { ...inherited, PUSH_SECRET: secret, PUBLIC_URL: 'https://shop.example' }
    const server = await holdSocket(port, [process.execPath, '--env-file=.env', 'server.js'], { cwd: folder, env })
    closing.push(() => server.close())
    const proxy = await startNginx(port, front)
    closing.push(() => proxy.close())
    const ussd = `${proxy.url}/push/ussd/${secret}`
    // A busy machine may need longer to start it than nginx waits for an answer.
    await expect.poll(async () => (await push(ussd, '', dial('first'))).status, { timeout: 60_000 }).toBe(200)

    const shown: string[] = []
    let deploying = true
    const subscriber = async (name: number) => {
      for (let call = 0; deploying; call += 1) {
        const session = { ...dial(`${name}-${call}`), Mobile: `+23300000000${name}` }
        const turns = [
          session,
          { ...session, Type: 'Response', Sequence: 2, Message: '1' },
          { ...session, Type: 'Response', Sequence: 3, Message: '2' },
          { ...session, Type: 'Response', Sequence: 4, Message: '2' },
        ]
        for (const turn of turns) {
          const { status, body } = await push(ussd, '', turn)
          shown.push(`${status} ${body.Message?.split('\n')[0]}`)
        }
      }
    }
    const calls = [1, 2, 3, 4].map(subscriber)
    for (let restart = 0; restart < 2; restart += 1) {
      await served(shown, 40)
      await server.restart()
    }
    await served(shown, 40)
    deploying = false
    await Promise.all(calls)

    expect(Object.keys(Object.groupBy(shown, (line) => line)).toSorted()).toEqual([
      '200 How many?',
      '200 Nothing was bought',
      '200 Pay 120?',
      '200 Welcome to our shop',
    ])
    expect(server.ends).toEqual([0, 0])
  })
})

/** Waits until so many more turns were answered. */
async function served(shown: readonly string[], more: number): Promise<void> {
  const enough = shown.length + more
  await vi.waitFor(() => expect(shown.length).toBeGreaterThan(enough), { timeout: 60_000 })
}

/** An application that knows who may send delivery reports, behind nginx. */
async function start(site: Site = {}) {
  // Pages are found however they are spelled: the worst that nginx may have before it.
  const app: FastifyInstance = Fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  })
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath(secret),
    store: memoryStore(),
    ussd: ({ sessionId }, turn) => (sessionId === 'slow' ? new Promise<never>(() => undefined) : turn.end('Hello')),
    inboundMessage: () => undefined,
    deliveryReport: {
      handler: () => undefined,
      verify: allOf(secretPath(secret), sourceAddresses(['127.0.0.3'], { trustedProxies: ['127.0.0.1/32'] })),
    },
  })
  await app.register(operatorPage, { access: () => ({ rights: ['look'], by: 'Ama' }) })
  await app.register(health)
  app.get('/metrics', async () => 'how much is sold')
  await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const proxy = await startNginx(portOf(app.server.address()), await freePort(), site)
  closing.push(() => proxy.close())
  return { app, proxy }
}

interface Answer {
  readonly Type?: string
  readonly Message?: string
}

async function push(url: string, path: string, body: object | string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await answer.text()
  const parsed: Answer = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: parsed }
}

/** The status of a push that comes from another address of this machine. */
async function statusFrom(localAddress: string, url: string, body: object, more: object = {}): Promise<number> {
  const headers = { 'content-type': 'application/json', ...more }
  const sent = request(url, { method: 'POST', localAddress, headers })
  sent.end(JSON.stringify(body))
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

/** The status of an address that is sent as it is written. */
async function statusOf(origin: string, path: string): Promise<number | undefined> {
  const sent = request(origin, { path })
  sent.end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return answer.statusCode
}

const dial = (SessionId: string) => ({
  Mobile: '+233000000000',
  SessionId,
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'operator',
  Sequence: 1,
})

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('it listens on no port')
  return address.port
}
