import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { appWith, post } from './app.ts'

const deliveryReport = () => undefined
const report = (length: number): string => {
  const start = '{"MessageId":"1","Status":"Sent","x":"'
  return `${start}${'x'.repeat(length - start.length - 2)}"}`
}

describe('a body over the limit', () => {
  it('is refused by its content length, and the problem names the limit', async () => {
    const app = await appWith({ deliveryReport })
    const response = await post(app, '/delivery-report', report(65_537))
    expect(response.statusCode).toBe(413)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.json()).toEqual({
      type: 'about:blank',
      status: 413,
      title: 'Payload Too Large',
      code: 'FMW_BODY_LIMIT',
      detail: 'The body must be at most 65536 bytes',
      field: null,
      expected: 'at most 65536 bytes',
      received: 'more',
    })
  })

  it('is refused in chunks as well', async () => {
    const app = await appWith({ deliveryReport })
    const chunks = [report(65_537).slice(0, 40_000), report(65_537).slice(40_000)]
    const response = await app.inject({
      method: 'POST',
      url: '/delivery-report',
      headers: { 'content-type': 'application/json' },
      payload: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 'FMW_BODY_LIMIT' })
  })

  it('is refused on a turn: no session is known', async () => {
    const app = await appWith({ ussd: (_push, turn) => turn.end('Goodbye'), bodyLimit: 10 })
    expect((await post(app, '/ussd', { SessionId: 'a', Type: 'Initiation' })).statusCode).toBe(413)
  })

  it('has one byte more than one that is taken', async () => {
    const app = await appWith({ deliveryReport })
    expect((await post(app, '/delivery-report', report(65_536))).statusCode).toBe(200)
  })

  it('is a setting, of all kinds and of each', async () => {
    const app = await appWith({
      bodyLimit: 100,
      deliveryReport,
      inboundMessage: { handler: () => undefined, bodyLimit: 200 },
    })
    const message = JSON.stringify({ from: '+233000000000', text: 'x'.repeat(120) })
    expect((await post(app, '/delivery-report', report(101))).statusCode).toBe(413)
    expect((await post(app, '/inbound-message', message)).statusCode).toBe(200)
  })

  it('is over the largest of the limits on a path that kinds share', async () => {
    const app = await appWith({
      deliveryReport: { handler: deliveryReport, path: '/push', bodyLimit: 100 },
      inboundMessage: { handler: () => undefined, path: '/push', bodyLimit: 200 },
    })
    expect((await post(app, '/push', report(200))).statusCode).toBe(200)
    expect((await post(app, '/push', report(201))).statusCode).toBe(413)
  })
})
