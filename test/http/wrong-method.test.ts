import { describe, expect, it } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { appWith } from './app.ts'

describe('a method that no push has', () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const) {
    it(`is refused with what is allowed: ${method}`, async () => {
      const app = await appWith({ verify: secretPath('the-right-secret'), ussd: (_push, turn) => turn.end('Goodbye') })
      for (const secret of ['the-right-secret', 'a-wrong-secret']) {
        const response = await app.inject({ method, url: `/ussd/${secret}` })
        expect(response.statusCode).toBe(405)
        expect(response.headers.allow).toBe('GET, HEAD, POST')
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
        expect(response.json()).toEqual({
          type: 'about:blank',
          status: 405,
          title: 'Method Not Allowed',
          code: 'FMW_METHOD',
          detail: 'A push is a POST, or a GET where it travels in query parameters',
        })
      }
    })
  }

  it('is refused whatever its body is', async () => {
    const app = await appWith({ ussd: (_push, turn) => turn.end('Goodbye'), bodyLimit: 10 })
    for (const [type, payload] of [
      ['application/json', 'x'.repeat(11)],
      ['no type', 'x'],
      ['application/json', '{'],
    ] as const) {
      const headers = { 'content-type': type }
      expect((await app.inject({ method: 'PUT', url: '/ussd', headers, payload })).statusCode).toBe(405)
    }
  })
})
