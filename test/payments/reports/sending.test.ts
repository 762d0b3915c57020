import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import type { ReportSettings } from '../../../src/payments/reports/report-options.ts'
import { sendReport } from '../../../src/payments/reports/send-report.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { asHandled } from '../../inbox/reports/as-handled.ts'
import { type Answer, hang, reportService } from './service.ts'

const json = '{"OrderId":"f00d"}'
const headers = { authorization: 'Bearer the-right-secret' }
const open = new AbortController().signal

function send(settings: Partial<ReportSettings>, { clock = systemClock, signal = open } = {}) {
  const standard = {
    url: '',
    headers,
    within: 3_600_000,
    timeout: 10_000,
    fetch: globalThis.fetch,
    describe: asHandled,
  }
  return sendReport({ ...standard, ...settings }, json, clock, signal)
}

/** Where nobody listens any more. */
async function closedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/report`
}

describe('a report', () => {
  it('is posted as JSON, with the headers of the merchant', async () => {
    const { url, posted } = await reportService()
    expect(await send({ url })).toEqual({ isTaken: true, status: 200 })
    expect(posted).toMatchObject([
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        body: { OrderId: 'f00d' },
      },
    ])
  })

  it.each([200, 202, 204])('is taken with status %d', async (status) => {
    const { url } = await reportService(() => status)
    expect(await send({ url })).toEqual({ isTaken: true, status })
  })

  const asksToWait: Answer = (reply) => reply.writeHead(503, { 'retry-after': '90' }).end()
  it.each([
    [500, 'it was answered with status 500', 0],
    [401, /^it was answered with status 401: see that the credentials in headers are right; .* whitelisted/, 0],
    [403, /^it was answered with status 403: see that the credentials/, 0],
    [404, 'it was answered with status 404: see that url is the address that the service gave you', 0],
    [asksToWait, 'it was answered with status 503', 90_000],
  ] as const)('is not taken with another: %s', async (answer, why, retryAfter) => {
    const { url } = await reportService(() => answer)
    expect(await send({ url })).toEqual({
      isTaken: false,
      why: typeof why === 'string' ? why : expect.stringMatching(why),
      retryAfter,
    })
  })

  it('does not follow a redirect, which would show its credentials to somebody else', async () => {
    const other = await reportService()
    const { url } = await reportService(() => (reply) => reply.writeHead(307, { location: other.url }).end())
    expect(await send({ url })).toMatchObject({
      isTaken: false,
      why: 'it was answered with status 307, and redirects are not followed: give the address that it leads to',
    })
    expect(other.posted).toEqual([])
  })

  it('does not wait for the end of an answer', async () => {
    const { url } = await reportService(() => (reply) => reply.writeHead(200).write('and so on'))
    expect(await send({ url })).toEqual({ isTaken: true, status: 200 })
  })

  it('is taken where the rest of the answer fails', async () => {
    const cancel = () => {
      throw new Error('it broke')
    }
    const fetch = async () => new Response(new ReadableStream({ cancel }))
    expect(await send({ fetch })).toEqual({ isTaken: true, status: 200 })
  })

  it('says why nobody answered, and shows neither the address nor a header', async () => {
    const { url } = await reportService(() => (_reply, request) => request.socket.destroy())
    const broken = await send({ url: `${url}?token=the-right-secret` })
    expect(broken).toMatchObject({
      isTaken: false,
      why: expect.stringMatching(/^it could not be posted: The connection/),
    })
    const closed = await send({ url: `${await closedUrl()}?token=the-right-secret` })
    expect(closed).toMatchObject({ why: 'it could not be posted: The service refused the connection (ECONNREFUSED)' })
    expect(JSON.stringify([broken, closed])).not.toMatch(/secret|127\.0/)
  })

  it('is given up after its time, whatever fetch does', async () => {
    const clock = manualClock()
    const signals: (AbortSignal | null | undefined)[] = []
    const sent = send(
      {
        fetch: (_url, init) => {
          signals.push(init?.signal)
          return new Promise(() => undefined)
        },
      },
      { clock },
    )
    clock.advance(10_000)
    expect(await sent).toEqual({ isTaken: false, why: 'there was no answer within 10000 ms', retryAfter: 0 })
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('ends with the application, on the wire too', async () => {
    const stopping = new AbortController()
    const left = Promise.withResolvers<void>()
    const { url, posted } = await reportService(() => (reply) => {
      reply.on('close', left.resolve)
      stopping.abort(new Error('closing'))
      return hang
    })
    expect(await send({ url }, { signal: stopping.signal })).toMatchObject({ isTaken: false })
    await left.promise
    expect(posted).toHaveLength(1)
  })

  it('is not sent any more when the application closes', async () => {
    const { url, posted } = await reportService()
    expect(await send({ url }, { signal: AbortSignal.abort() })).toEqual({
      isTaken: false,
      why: 'the application closes',
      retryAfter: 0,
    })
    expect(posted).toEqual([])
  })

  it('survives a fetch that throws', async () => {
    const fetch = (): never => {
      throw new TypeError('no such scheme: the-right-secret')
    }
    expect(await send({ fetch })).toEqual({
      isTaken: false,
      why: 'it could not be posted: The connection broke before an answer came',
      retryAfter: 0,
    })
  })
})
