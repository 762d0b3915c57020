import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from './caught.ts'
import { created, invoice } from './invoice.ts'
import { type StubService, startService } from './stub-service.ts'

let service: StubService
const question = { clientReference: 'order-17' }

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

describe('a call that is not answered', () => {
  it('ends with its time, and a question leaves nothing uncertain', async () => {
    service.answer(() => undefined)
    const error = await failureOf(service.client({ timeout: 50 }).transactions.status(question))
    expect(error).toMatchObject({
      code: 'FMW_CALL_TIMEOUT',
      meaning: 'There was no answer within 50 ms',
      status: null,
      isUncertain: false,
      canRetry: true,
      statusCode: 504,
    })
  })

  it('may have its own time, and an invoice may be there anyway', async () => {
    service.answer(() => undefined)
    const error = await failureOf(service.client().checkout.create(invoice, { timeout: 50 }))
    expect(error).toMatchObject({ code: 'FMW_CALL_TIMEOUT', isUncertain: true, canRetry: false })
  })

  it('ends with its time when only the headers came', async () => {
    service.answer((response) => response.writeHead(200).flushHeaders())
    expect(await failureOf(service.client({ timeout: 50 }).checkout.create(invoice))).toMatchObject({
      code: 'FMW_CALL_TIMEOUT',
    })
  })

  it('ends with its time, and by its signal, where a fetch of the merchant heeds neither', async () => {
    const client = service.client({ timeout: 50, fetch: () => new Promise(() => undefined) })
    expect(await failureOf(client.checkout.create(invoice))).toMatchObject({ code: 'FMW_CALL_TIMEOUT' })
    const stop = new AbortController()
    const call = client.checkout.create(invoice, { signal: stop.signal, timeout: 60_000 })
    stop.abort('the user left')
    await expect(call).rejects.toMatchObject({ code: 'FMW_CALL_ABORTED', isUncertain: true })
  })

  it.each([0, 1.5, Number.NaN, 2 ** 31])('does not take %d ms for a time', async (timeout) => {
    const call = service.client().transactions.status(question, { timeout })
    await expect(call).rejects.toMatchObject({ code: 'FMW_CLIENT_OPTION' })
    expect(service.received).toEqual([])
  })
})

describe('a signal', () => {
  it('that has fired already stops the call before anything is sent', async () => {
    const signal = AbortSignal.abort('the user left')
    const { checkout, transactions } = service.client()
    await expect(transactions.status(question, { signal })).rejects.toBe('the user left')
    const error = await failureOf(checkout.create(invoice, { signal }))
    expect(error).toMatchObject({
      code: 'FMW_CALL_ABORTED',
      meaning: 'Its signal had aborted before it was sent',
      status: null,
      isUncertain: false,
      canRetry: true,
      cause: 'the user left',
    })
    expect(service.received).toEqual([])
  })

  it('stops a question under way, with its own reason', async () => {
    const stop = new AbortController()
    const reason = new Error('the user left')
    service.answer(() => stop.abort(reason))
    await expect(service.client().transactions.status(question, { signal: stop.signal })).rejects.toBe(reason)
  })

  it('stops a call that changes something, and an invoice may be there anyway', async () => {
    const stop = new AbortController()
    const reason = new Error('the user left')
    service.answer(() => stop.abort(reason))
    const error = await failureOf(service.client().checkout.create(invoice, { signal: stop.signal }))
    expect(error).toMatchObject({
      code: 'FMW_CALL_ABORTED',
      message: 'checkout.create: Its signal aborted before an answer came. It may have been done anyway',
      isUncertain: true,
      canRetry: false,
      statusCode: 502,
    })
    expect(error.cause).toBe(reason)
    expect(service.received).toHaveLength(1)
  })

  it('stops a call that waits for its next try', async () => {
    const stop = new AbortController()
    const quiet = () => undefined
    const log = { debug: quiet, info: quiet, error: quiet, warn: () => stop.abort('enough') }
    service.answer({ status: 503, headers: { 'retry-after': '5' } })
    const call = service.client({ log }).transactions.status(question, { signal: stop.signal })
    await expect(call).rejects.toBe('enough')
    expect(service.received).toHaveLength(1)
  })

  it('that fires later finds nothing to stop', async () => {
    const stop = new AbortController()
    service.answer({ body: created })
    const invoiced = await service.client().checkout.create(invoice, { signal: stop.signal })
    stop.abort()
    expect(invoiced).toMatchObject({ responseCode: '0000' })
  })
})

describe('a service that cannot be reached', () => {
  it('refuses the connection: nothing was sent, and the address may have to be whitelisted', async () => {
    const baseUrl = await closedPort()
    const error = await failureOf(service.client({ baseUrl }).checkout.create(invoice))
    expect(error).toMatchObject({
      code: 'FMW_CALL_UNREACHABLE',
      meaning: 'The service refused the connection (ECONNREFUSED)',
      isUncertain: false,
      canRetry: true,
      status: null,
    })
    expect(error.action).toContain('whitelisted')
  })

  const schemeAndPort = 'See whether baseUrl is http or https, and whether its port is right'

  it('has no https: nothing was sent', async () => {
    const baseUrl = service.baseUrl.replace('http:', 'https:')
    const error = await failureOf(service.client({ baseUrl }).checkout.create(invoice))
    expect(error).toMatchObject({
      code: 'FMW_CALL_UNREACHABLE',
      meaning: 'There is no https at this address (ERR_SSL_WRONG_VERSION_NUMBER)',
      action: schemeAndPort,
      isUncertain: false,
    })
    expect(service.received).toEqual([])
  })

  it('has a port that fetch never calls: nothing was sent', async () => {
    const error = await failureOf(service.client({ baseUrl: 'http://127.0.0.1:25' }).checkout.create(invoice))
    expect(error).toMatchObject({
      code: 'FMW_CALL_UNREACHABLE',
      meaning: 'The port is one that fetch never calls',
      action: schemeAndPort,
      isUncertain: false,
    })
  })

  it.each([
    ['write EPROTO 40FD83B0F37F0000:error:0A00010B:SSL routines::wrong version number', false],
    ['write EPROTO', true],
  ])('says %s: an invoice may be there anyway: %s', async (message, isUncertain) => {
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code: 'EPROTO' }) })
    }
    expect(await failureOf(service.client({ fetch }).checkout.create(invoice))).toMatchObject({ isUncertain })
  })

  it.each([
    ['ENOTFOUND', false],
    ['EHOSTUNREACH', false],
    ['ENETUNREACH', false],
    ['UND_ERR_CONNECT_TIMEOUT', false],
    ['CERT_HAS_EXPIRED', false],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
  ])('fails with %s: an invoice may be there anyway: %s', async (code, isUncertain) => {
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('what happened'), { code }) })
    }
    const error = await failureOf(service.client({ fetch }).checkout.create(invoice))
    expect(error).toMatchObject({ code: 'FMW_CALL_UNREACHABLE', isUncertain, canRetry: !isUncertain })
    expect(error).toMatchObject({ meaning: expect.stringContaining(`(${code})`), detail: 'what happened' })
  })

  it('fails with something that says nothing', async () => {
    const fetch = async () => {
      throw new Error('')
    }
    const error = await failureOf(service.client({ fetch }).checkout.create(invoice))
    expect(error).toMatchObject({ meaning: 'The connection broke before an answer came', detail: null })
  })
})

it('a failure whose cause leads back to itself is told as every other', async () => {
  const failure = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' })
  failure.cause = new Error('refused', { cause: failure })
  const client = service.client({ fetch: () => Promise.reject(failure) })
  expect(await failureOf(client.transactions.status(question))).toMatchObject({ code: 'FMW_CALL_UNREACHABLE' })
})

/** An address where nobody listens, because who did has left. */
async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('the server had no port')
  return `http://127.0.0.1:${address.port}`
}
