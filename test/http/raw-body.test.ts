import { createHmac, timingSafeEqual } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { anyOf, secretHeader, verifyWith } from '../../src/index.ts'
import { appWith } from './app.ts'
import { head, listen, write } from './socket.ts'

const key = 'a key that both sides know'
const sign = (bytes: Uint8Array): string => createHmac('sha256', key).update(bytes).digest('hex')

function signed(seen: Uint8Array[]) {
  return verifyWith(
    'hmac',
    ({ headers, rawBody }) => {
      seen.push(Uint8Array.from(rawBody))
      const expected = Buffer.from(sign(rawBody))
      const given = Buffer.from(String(headers['x-signature']))
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
    { needsBody: true },
  )
}

const bodies: [name: string, bytes: Buffer][] = [
  ['white space and order', Buffer.from('  {"Status" : "Sent",\r\n "MessageId":"1"}\n')],
  ['a byte order mark', Buffer.from('\ufeff{"MessageId":"1","Status":"Sent"}')],
  ['text that is no UTF-8', Buffer.from('{"MessageId":"1","Status":"Sent","To":"\xff\xfe"}', 'latin1')],
  ['long numbers and escapes', Buffer.from('{"MessageId":1234567890123456789012345,"Status":"\\u0053ent"}')],
  ['malformed JSON', Buffer.from('{"MessageId":')],
  ['compressed bytes', gzipSync('{"MessageId":"1","Status":"Sent"}')],
  ['nothing', Buffer.alloc(0)],
]

describe('a verifier that needs the body', () => {
  for (const [name, bytes] of bodies) {
    it(`sees its bytes as they came: ${name}`, async () => {
      const seen: Uint8Array[] = []
      const app = await appWith({ verify: signed(seen), deliveryReport: () => undefined })
      const headers = { 'content-type': 'application/json', 'x-signature': sign(bytes) }
      const { statusCode } = await app.inject({ method: 'POST', url: '/delivery-report', headers, payload: bytes })
      expect(seen).toEqual([Uint8Array.from(bytes)])
      expect(statusCode).toBe(['malformed JSON', 'compressed bytes', 'nothing'].includes(name) ? 400 : 200)
    })

    it(`refuses before anything is parsed: ${name}`, async () => {
      const app = await appWith({ verify: signed([]), deliveryReport: () => undefined })
      const headers = { 'content-type': 'application/json', 'x-signature': sign(Buffer.from('other')) }
      const { statusCode } = await app.inject({ method: 'POST', url: '/delivery-report', headers, payload: bytes })
      expect(statusCode).toBe(401)
    })
  }

  it('is asked before the content type is looked at', async () => {
    const app = await appWith({ verify: signed([]), deliveryReport: () => undefined })
    const headers = { 'content-type': 'text/plain' }
    expect((await app.inject({ method: 'POST', url: '/delivery-report', headers, payload: 'x' })).statusCode).toBe(401)
  })

  it('sees them whole however they were cut on the way', async () => {
    const seen: Uint8Array[] = []
    const port = await listen(await appWith({ verify: signed(seen), deliveryReport: () => undefined }))
    const body = Buffer.from('{"MessageId":"1","Status":"Sent","Text":"é€😀"}')
    const chunks = [...body].map((byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
    )
    const start = head(
      '/delivery-report',
      'Content-Type: application/json',
      `X-Signature: ${sign(body)}`,
      'Transfer-Encoding: chunked',
    )
    expect((await write(port, start, ...chunks, '0\r\n\r\n')).status).toBe(200)
    expect(seen).toEqual([Uint8Array.from(body)])
  })

  it('may answer later', async () => {
    const app = await appWith({
      verify: verifyWith('later', async ({ rawBody }) => rawBody.length === 33, { needsBody: true }),
      deliveryReport: () => undefined,
    })
    const push = async (payload: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/delivery-report',
          headers: { 'content-type': 'application/json' },
          payload,
        })
      ).statusCode
    expect(await push('{"MessageId":"1","Status":"Sent"}')).toBe(200)
    expect(await push('{"MessageId":"1","Status":"Sent" }')).toBe(401)
  })

  it('is the only one that is asked with the body where another could pass without', async () => {
    const seen: Uint8Array[] = []
    const verify = anyOf(secretHeader('x-token', 'the-right-secret'), signed(seen))
    const app = await appWith({ verify, deliveryReport: () => undefined })
    const headers = { 'content-type': 'application/json', 'x-token': 'the-right-secret' }
    const payload = '{"MessageId":"1","Status":"Sent"}'
    expect((await app.inject({ method: 'POST', url: '/delivery-report', headers, payload })).statusCode).toBe(200)
    expect(seen).toHaveLength(1)
  })
})
