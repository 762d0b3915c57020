import { gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { codeIn, rowsOf } from '../docs/documents.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

const json = { 'content-type': 'application/json' }
const screen = { Type: 'Response', Message: 'What?' }

/** An application with a plugin on all of it, and a route of its own; `send` goes over a socket. */
async function beside(prepare: (host: FastifyInstance) => unknown) {
  const app = await appWith(
    {
      prefix: '/push',
      ussd: (_, turn) => turn.prompt('What?'),
      inboundMessage: () => undefined,
      checkout: () => undefined,
    },
    {
      prepare: async (host) => {
        await prepare(host)
        host.get('/own', async () => 'a page of the shop'.repeat(100))
      },
    },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (path: string, init?: RequestInit) => fetch(origin + path, init)
  const dial = (SessionId: string) =>
    send(`/push${paths.ussd}`, { method: 'POST', headers: json, body: JSON.stringify({ ...samples.ussd, SessionId }) })
  return { app, send, dial }
}

/** Each kind of body that a push may have is read by the plugin itself. */
async function readsPushes({ app, send, dial }: Awaited<ReturnType<typeof beside>>): Promise<void> {
  expect(await (await dial('one')).json()).toEqual(screen)
  const form = new URLSearchParams(samples.inboundMessage)
  expect((await send(`/push${paths.inboundMessage}`, { method: 'POST', body: form })).status).toBe(200)
  const files = new FormData()
  files.set('from', '+233000000000')
  expect((await send(`/push${paths.inboundMessage}`, { method: 'POST', body: files })).status).toBe(415)
  // A number of 25 digits is kept as it came.
  const long = JSON.stringify(samples.checkout).replace('"order-17"', '1234567890123456789012345')
  expect((await send(`/push${paths.checkout}`, { method: 'POST', headers: json, body: long })).status).toBe(200)
  const { entries } = await app.merchant.inbox.list({ kinds: 'checkout' })
  expect(entries[0]?.reference).toBe('1234567890123456789012345')
}

describe('beside plugins on the whole application', () => {
  it.each<[string, (host: FastifyInstance) => unknown]>([
    ['@fastify/compress', (host) => host.register(compress, { threshold: 0 })],
    ['@fastify/cors', (host) => host.register(cors, { origin: '*' })],
    ['@fastify/formbody', (host) => host.register(formbody)],
    ['@fastify/helmet', (host) => host.register(helmet)],
    ['@fastify/multipart', (host) => host.register(multipart, { attachFieldsToBody: true })],
    ['@fastify/rate-limit', (host) => host.register(rateLimit, { max: 1 })],
    ['@fastify/swagger', (host) => host.register(swagger)],
    ['@fastify/under-pressure', (host) => host.register(underPressure, { maxHeapUsedBytes: 1, sampleInterval: 10 })],
  ])('%s: pushes are read and answered', async (_name, prepare) => {
    await readsPushes(await beside(prepare))
  })

  it('@fastify/rate-limit counts no push: they all come from a few addresses', async () => {
    const { app, send, dial } = await beside((host) => host.register(rateLimit, { max: 1 }))
    for (const session of ['one', 'two', 'three']) expect((await dial(session)).status).toBe(200)
    expect([(await send('/own')).status, (await send('/own')).status]).toEqual([200, 429])
    expect(app.merchant.counts.ussd).toEqual({ handler: 3 })
  })

  it('@fastify/under-pressure stops no push', async () => {
    const { send, dial } = await beside((host) =>
      host.register(underPressure, { maxHeapUsedBytes: 1, sampleInterval: 10 }),
    )
    await vi.waitFor(async () => expect((await send('/own')).status).toBe(503))
    expect(await (await dial('one')).json()).toEqual(screen)
    // Whoever mistypes an address hears that, and not that there is pressure.
    expect((await send('/push/none')).status).toBe(404)
  })

  it('@fastify/under-pressure stops own routes alone when its healthCheck says no', async () => {
    const { send, dial } = await beside((host) =>
      host.register(underPressure, { healthCheck: async () => false, healthCheckInterval: 10 }),
    )
    await vi.waitFor(async () => expect((await send('/own')).status).toBe(503))
    expect(await (await dial('one')).json()).toEqual(screen)
  })

  it('@fastify/formbody reads no push: the case and each value of a name are kept', async () => {
    const { app, send } = await beside((host) => host.register(formbody))
    const form = new URLSearchParams(samples.inboundMessage)
    form.append('Extra', 'one')
    form.append('extra', 'two')
    form.append('Extra', 'three')
    expect((await send(`/push${paths.inboundMessage}`, { method: 'POST', body: form })).status).toBe(200)
    const [{ id } = { id: '' }] = (await app.merchant.inbox.list({ kinds: 'inboundMessage' })).entries
    expect((await app.merchant.inbox.get(id)).raw).toMatchObject({ Extra: ['one', 'three'], extra: 'two' })
  })

  it('@fastify/cors lets no page of another push, whatever origins it allows', async () => {
    const { send } = await beside((host) => host.register(cors, { origin: '*' }))
    const asked = { origin: 'https://other.example', 'access-control-request-method': 'POST' }
    const preflight = await send(`/push${paths.ussd}`, { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const dialled = await send(`/push${paths.ussd}`, {
      method: 'POST',
      headers: { ...json, origin: asked.origin },
      body: JSON.stringify(samples.ussd),
    })
    expect(dialled.status).toBe(200)
    expect([...dialled.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await send('/own', { headers: asked })).headers.get('access-control-allow-origin')).toBe('*')
  })

  it('@fastify/compress leaves replies as they are, and a body that is packed is refused at once', async () => {
    const { send, dial } = await beside((host) => host.register(compress, { threshold: 0 }))
    expect((await send('/own')).headers.get('content-encoding')).not.toBeNull()
    expect((await dial('one')).headers.get('content-encoding')).toBeNull()
    const packed = await send(`/push${paths.checkout}`, {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(samples.checkout)),
    })
    expect(packed.status).toBe(415)
  })

  it('@fastify/helmet puts its headers on replies too, which nobody minds', async () => {
    const { dial } = await beside((host) => host.register(helmet))
    expect((await dial('one')).headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the table of plugins', () => {
  it('has those that are tried here, with the version that was tried', async () => {
    const { default: own } = await import('../../package.json', { with: { type: 'json' } })
    const versions: Readonly<Record<string, string>> = own.devDependencies
    const rows = rowsOf('docs/guides/beside-others.md', 'Plugins').map(([name = '', version = '']) => [
      codeIn(name)[0] ?? '',
      version,
    ])
    const tried = Object.keys(versions).filter((name) => name.startsWith('@fastify/'))
    expect(rows.map(([name]) => name)).toEqual(tried.toSorted())
    for (const [name = '', version] of rows) expect(versions[name], name).toMatch(new RegExp(`^\\^${version}\\.`))
  })
})
