import { STATUS_CODES } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchOnce } from '../../src/client/fetch-once.ts'
import type { MerchantClient } from '../../src/client/index.ts'
import { systemClock } from '../../src/clock.ts'
import { sendReport } from '../../src/payments/reports/send-report.ts'
import { readReportOptions } from '../../src/registration/options/read-report-options.ts'
import { asHandled } from '../inbox/reports/as-handled.ts'
import { failureOf } from './caught.ts'
import { invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => {
  service.received.length = 0
})
afterAll(() => service.close())

const message = { from: 'Shop', to: '+233000000000', content: 'hello' }
const time = new Date(Date.now() + 3_600_000)
const calls: readonly (readonly [string, (client: MerchantClient) => Promise<unknown>])[] = [
  ['checkout.create', (client) => client.checkout.create(invoice)],
  ['messages.send', (client) => client.messages.send(message)],
  ['messages.quickSend', (client) => client.messages.quickSend(message)],
  ['messages.schedule', (client) => client.messages.schedule({ ...message, time })],
  ['messages.reschedule', (client) => client.messages.reschedule('m-1', time)],
  ['messages.cancel', (client) => client.messages.cancel('m-1')],
]

const all = Array.from({ length: 400 }, (_, at) => 200 + at)
/** Those that mean something, and one of each hundred that means nothing. */
const known = all.filter((status) => status in STATUS_CODES || status % 100 === 99)

describe.each(calls)('%s', (name, call) => {
  it('sends one request, whatever status answers it', async () => {
    const client = service.client({ clientId: 'an-id', clientSecret: 'a-secret-of-it' })
    const sent: (readonly [status: number, requests: number])[] = []
    // What no status means is read for all calls in one place.
    for (const status of name === 'checkout.create' ? all : known) {
      service.received.length = 0
      service.answer({ status })
      await call(client).catch(() => undefined)
      sent.push([status, service.received.length])
    }
    expect(sent.filter(([, requests]) => requests !== 1)).toEqual([])
  })

  it('is refused by HTTP 421', async () => {
    service.answer({ status: 421 })
    const client = service.client({ clientId: 'an-id', clientSecret: 'a-secret-of-it' })
    const error = await failureOf(call(client))
    expect(error).toMatchObject({ code: 'FMW_CALL_REFUSED', status: 421, canRetry: false })
    expect(service.received).toHaveLength(1)
  })
})

it('a report is posted once, whatever status answers it', async () => {
  const settings = readReportOptions({ url: `${service.baseUrl}/report`, describe: asHandled })
  const open = new AbortController().signal
  const sent: (readonly [status: number, requests: number])[] = []
  for (const status of all) {
    service.received.length = 0
    service.answer({ status })
    await sendReport(settings, '{}', systemClock, open)
    sent.push([status, service.received.length])
  }
  expect(sent.filter(([, requests]) => requests !== 1)).toEqual([])
})

describe('Node’s fetch', () => {
  // What a proxy for all calls, or a mock, is set as.
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

  it('goes through the dispatcher that is set for all calls', async () => {
    await fetch(service.baseUrl)
    const before = names.map((name): unknown => Reflect.get(globalThis, name))
    const seen: unknown[] = []
    const spy = { dispatch: (options: object) => seen.push(options) > 0 && fails() }
    try {
      for (const name of names) set(name, spy)
      await expect(fetchOnce(fetch)(`${service.baseUrl}/by-proxy`)).rejects.toThrow('fetch failed')
      expect(seen).toMatchObject([{ path: '/by-proxy', method: 'GET' }])
    } finally {
      for (const [index, name] of names.entries()) set(name, before[index])
    }
  })

  it('makes its calls alone where its dispatcher has a name that nobody knows', async () => {
    await fetch(service.baseUrl)
    const before = names.map((name): unknown => Reflect.get(globalThis, name))
    const given: unknown[] = []
    const later: typeof fetch = async (_input, init) => {
      given.push(init)
      return new Response('made')
    }
    try {
      for (const name of names) set(name, undefined)
      const response = await fetchOnce(later)(service.baseUrl, { method: 'POST' })
      expect([await response.text(), given]).toEqual(['made', [{ method: 'POST' }]])
    } finally {
      for (const [index, name] of names.entries()) set(name, before[index])
    }
  })

  const fails = (): never => {
    throw new Error('the proxy is away')
  }
  const set = (name: symbol, value: unknown) => Reflect.set(globalThis, name, value)
})

it('a fetch that knows no dispatcher makes the calls as it does', async () => {
  const own: typeof fetch = async (_input, init) => new Response(`${init?.method}`)
  expect(await (await fetchOnce(own)('http://service.example', { method: 'PUT' })).text()).toBe('PUT')
})
