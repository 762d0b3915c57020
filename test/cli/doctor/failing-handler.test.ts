import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import build from './apps/throws.ts'
import { doctor, doctorApp, folderWith } from './doctored.ts'

const secret = 'q8Zt4mV1cY7rB0nK5sWd2hJx'
const few = ['--turns', '3']

describe('an application that is broken for every subscriber is an error:', () => {
  test('a handler that throws, in this process, with the error and its place', async () => {
    const { code, of } = await doctor(doctorApp('throws'), '--project', folderWith(), ...few)
    expect(code).toBe(1)
    expect(of('screen')).toEqual([expect.stringMatching(/^error: The first is the one of a handler that failed/)])
    expect(of('handler')).toEqual([
      expect.stringMatching(
        /^error: Your handler failed at \S+throws\.ts:12: ReferenceError: stock is not defined\. It failed \d+ times\./,
      ),
    ])
  })

  test('one that throws at an address, as its screen says', async () => {
    const app = await build()
    onTestFinished(() => app.close())
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const { code, of } = await doctor('--url', `${origin}/push/ussd/${secret}`, ...few)
    expect(code).toBe(1)
    expect(of('screen')).toEqual([expect.stringMatching(/^error: The first is the one of a handler that failed/)])
  })

  test('a proxy that changes the Content-Type of what it passes on', async () => {
    const origin = await behindProxy(await listening(), (headers) => ({ ...headers, 'content-type': 'text/plain' }))
    const { code, of } = await doctor('--url', `${origin}/push/ussd/${secret}`, ...few)
    expect(code).toBe(1)
    expect(of('screen')).toEqual([expect.stringMatching(/^error: The first says that the push could not be read/)])
  })
})

test('a handler that fails at no turn is fine', async () => {
  const { of } = await doctor(doctorApp('takes-store'), '--project', folderWith(), ...few)
  expect(of('handler')).toEqual([expect.stringMatching(/^fine: it failed in no turn/)])
})

test('a kind that somebody has stopped is a warning', async () => {
  const { app, origin } = await listening()
  await app.merchant.stop('ussd', { by: 'Ama', reason: 'stock is counted' })
  const { code, of } = await doctor('--url', `${origin}/push/ussd/${secret}`, ...few)
  expect(code).toBe(0)
  expect(of('screen')).toEqual([expect.stringMatching(/^warning: The first says that somebody has stopped/)])
})

async function listening() {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: secretPath(secret),
    store: memoryStore(),
    ussd: (_push, turn) => turn.menu('Welcome', ['Tea']),
  })
  return { app, origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

async function behindProxy(
  { origin }: { readonly origin: string },
  change: (headers: Record<string, string>) => Record<string, string>,
) {
  const proxy = createServer(async (request, answer) => {
    const { method = 'GET', url = '/', headers } = request
    const body = method === 'POST' ? await text(request) : null
    const passed = await fetch(origin + url, {
      method,
      body,
      headers: change({ 'content-type': headers['content-type'] ?? '' }),
      redirect: 'manual',
    })
    answer.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' })
    answer.end(method === 'HEAD' ? undefined : Buffer.from(await passed.arrayBuffer()))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
