import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { verifyWith } from '../../src/index.ts'
import { keptInMemory } from '../testing/stores.ts'
import { appWith } from './app.ts'
import { samples } from './samples.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const bytes = Buffer.from(JSON.stringify(samples.checkout))

describe('a body that is encoded', () => {
  it.each([
    ['gzip', json, gzipSync(bytes)],
    ['GZIP', form, gzipSync(bytes)],
    ['deflate', json, deflateSync(bytes)],
    ['br', json, brotliCompressSync(bytes)],
  ])('with %s as %s is refused by the name of its encoding, and kept as it came', async (encoding, type, payload) => {
    for (const verify of ['none', verifyWith('signature', () => true, { needsBody: true })] as const) {
      const store = keptInMemory()
      const app = await appWith({ checkout: () => undefined, verify, store })
      const headers = { 'content-type': type, 'content-encoding': encoding }
      const response = await app.inject({ method: 'POST', url: '/checkout', headers, payload })
      expect(response.statusCode).toBe(415)
      expect(response.json()).toEqual({
        type: 'about:blank',
        status: 415,
        title: 'Unsupported Media Type',
        code: 'FMW_CONTENT_ENCODING',
        detail: `The body must not have a content encoding; received ${encoding.toLowerCase()}`,
        field: null,
        expected: 'no content encoding',
        received: encoding.toLowerCase(),
      })
      const { entries } = await app.merchant.inbox.list()
      expect(entries).toMatchObject([{ kind: 'checkout', state: 'rejected' }])
      const { body } = await app.merchant.inbox.get(entries[0]?.id ?? '')
      expect(body).toBe(new TextDecoder('windows-1252').decode(payload))
    }
  })

  it('says nothing of an encoding that is no word', async () => {
    const app = await appWith({ checkout: () => undefined })
    const headers = { 'content-type': json, 'content-encoding': 'gzip; +233000000000' }
    const response = await app.inject({ method: 'POST', url: '/checkout', headers, payload: gzipSync(bytes) })
    expect(response.json()).toMatchObject({ code: 'FMW_CONTENT_ENCODING', received: 'another' })
  })

  it.each(['identity', 'gzip'])('is taken where it is plain, whatever it is called: %s', async (encoding) => {
    const app = await appWith({ checkout: () => undefined })
    const headers = { 'content-type': json, 'content-encoding': encoding }
    const { statusCode } = await app.inject({ method: 'POST', url: '/checkout', headers, payload: bytes })
    expect(statusCode).toBe(200)
  })
})
