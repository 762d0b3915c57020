import { connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { controlRefusalOf } from '../../../src/simulator/control/guard.ts'
import { createSimulator, type Simulator } from '../../../src/simulator/index.ts'
import { stand } from '../faults/receiver.ts'
import { get, send } from './call.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']

/** Every address that answers, and some that don't. */
async function paths(sim: Simulator): Promise<string[]> {
  const { body } = await get(sim, '/')
  const listed: { path: string }[] = body.routes
  const services = Object.values(sim.clientOptions.paths).map((path) => `/${path}`.replace(/^\/+/, '/'))
  return ['/', '/nothing', '/%', '//', '/pay/style.css', '/_simulator', ...services, ...listed.map(({ path }) => path)]
}

const json = { 'content-type': 'application/json' }

describe('a web page that is open on the same machine', () => {
  it('reaches nothing under a name of its own that leads here, by any method', async () => {
    const { sim } = await stand()
    const before = sim.snapshot()
    for (const path of await paths(sim)) {
      for (const method of methods) {
        const { status, headers, text } = await send(sim, method, path, { ...json, host: 'attacker.example' }, '{}')
        expect({ method, path, status }).toEqual({ method, path, status: path === '/%' ? 400 : 403 })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(text).not.toContain(sim.url)
        if (status === 403 && method !== 'HEAD') expect(JSON.parse(text).code).toBe('FMW_SIMULATOR_ORIGIN')
      }
    }
    expect(sim.snapshot()).toEqual(before)
    expect(sim.log.rows()).toEqual([])
  })

  it('reaches nothing from another origin, by any method, and no other origin is ever let in', async () => {
    const { sim } = await stand()
    const port = new URL(sim.url).port
    const before = sim.snapshot()
    const origins = [
      'https://attacker.example',
      'null',
      'http://127.0.0.1',
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
    ]
    for (const path of await paths(sim)) {
      for (const origin of origins) {
        const { status, headers } = await send(sim, 'POST', path, { ...json, origin }, '{}')
        expect({ path, origin, status }).toEqual({ path, origin, status: path === '/%' ? 400 : 403 })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
    const preflight = { origin: 'https://attacker.example', 'access-control-request-method': 'POST' }
    expect((await send(sim, 'OPTIONS', '/_simulator/reset', preflight)).status).toBe(403)
    expect(sim.snapshot()).toEqual(before)
  })

  it('reaches the control neither by a link nor by an image', async () => {
    const { sim } = await stand()
    for (const site of ['cross-site', 'same-site']) {
      const refused = await send(sim, 'GET', '/_simulator/state', { 'sec-fetch-site': site })
      expect({ status: refused.status, ...JSON.parse(refused.text) }).toMatchObject({
        status: 403,
        code: 'FMW_SIMULATOR_ORIGIN',
        message: expect.stringContaining(site),
      })
      // A shop sends its customers to the page where they pay.
      expect((await send(sim, 'GET', '/pay/nothing', { 'sec-fetch-site': site })).status).toBe(404)
    }
    for (const site of ['same-origin', 'none'])
      expect((await send(sim, 'GET', '/_simulator/state', { 'sec-fetch-site': site })).status).toBe(200)
  })

  it('posts no form', async () => {
    const { sim } = await stand()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status } = await send(sim, 'POST', '/_simulator/reset', { 'content-type': type }, '{}')
      expect({ type, status }).toEqual({ type, status: 415 })
    }
  })
})

describe('who may call', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', '127.8.8.8'])('%s is this machine', async (host) => {
    const { sim } = await stand()
    expect((await send(sim, 'GET', '/_simulator/state', { host: `${host}:4600` })).status).toBe(200)
  })

  it.each(['0.0.0.0', '127.0.0.1.attacker.example', 'localhost.attacker.example', '[::]', '10.0.0.1', '2130706433'])(
    '%s is not',
    async (host) => {
      const { sim } = await stand()
      expect((await send(sim, 'GET', '/_simulator/state', { host })).status).toBe(403)
    },
  )

  it('its own page is, under each of its names', async () => {
    const { sim } = await stand()
    for (const host of ['127.0.0.1:4600', 'localhost:4600', '[::1]:4600']) {
      const headers = { ...json, host, origin: `http://${host}` }
      expect((await send(sim, 'POST', '/_simulator/log/clear', headers, '{}')).status).toBe(200)
    }
  })

  it('a request without Host is refused', async () => {
    const { sim } = await stand()
    const socket = connect(Number(new URL(sim.url).port), '127.0.0.1')
    socket.end('GET /_simulator/state HTTP/1.0\r\n\r\n')
    let text = ''
    for await (const part of socket.setEncoding('utf8')) text += part
    expect(text).toMatch(/^HTTP\/1\.[01] 403/)
  })

  it('the control answers this machine alone, whatever the host', async () => {
    const server = Fastify()
    server.get('/', (request) => ({ refusal: controlRefusalOf(request) ?? null }))
    const from = async (remoteAddress: string) => (await server.inject({ url: '/', remoteAddress })).json().refusal
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(await from(address)).toBeNull()
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', 'fd00::1']) expect(await from(address)).toMatch(/is another/)
  })

  it('listens on this machine alone, unless a host is chosen', async () => {
    await using sim = await createSimulator()
    expect(sim.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await using other = await createSimulator({ host: 'localhost' })
    expect((await fetch(`http://localhost:${new URL(other.url).port}/_simulator/state`)).status).toBe(200)
  })
})
