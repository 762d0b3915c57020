import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { allOf, anyOf, secretHeader, secretPath, secretQuery, type Verifier } from '../../src/verify/index.ts'

// The room knows no Fastify; these prove that the addresses which it gives arrive through one as they were meant.

const app = { current: Fastify() }
afterEach(() => app.current.close())

async function statusOf(verifier: Verifier, address: string, headers: Record<string, string> = {}): Promise<number> {
  app.current = Fastify()
  app.current.post<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(
    `/ussd${verifier.routePath ?? ''}`,
    async (request, reply) => {
      const { method, params, query, ip: remoteAddress } = request
      const passed = await verifier.check({
        kind: 'ussd',
        kinds: ['ussd'],
        method,
        params,
        query,
        headers: request.headers,
        remoteAddress,
      })
      return reply.code(passed ? 200 : 401).send()
    },
  )
  const reply = await app.current.inject({ method: 'POST', url: `/ussd${address}`, headers })
  return reply.statusCode
}

describe('an address that a verifier gives', () => {
  it.each([
    'a-good-secret',
    'a b+c&d=e',
    'quest?ion#mark',
    '100%25 sure',
    "tilde~star*'()",
    'sécret-\u{1f511}',
    '..1..2..',
    'back\\slash;v=1',
  ])('arrives through Fastify with the secret %j', async (secret) => {
    for (const verifier of [
      secretPath(secret),
      secretQuery('key', secret),
      allOf(secretPath(secret), secretQuery('key', secret)),
    ]) {
      expect(await statusOf(verifier, verifier.address ?? '')).toBe(200)
      expect(await statusOf(verifier, `${verifier.address}x`)).toBe(401)
    }
  })

  it('arrives with the longest secret, of characters that are long when encoded', async () => {
    const verifier = secretPath('éà'.repeat(50))
    expect(await statusOf(verifier, verifier.address ?? '')).toBe(200)
  })

  it('may leave out the secret where another member passes', async () => {
    const verifier = anyOf(secretPath('a-good-secret'), secretHeader('x-token', 'a-good-token'))
    expect(await statusOf(verifier, '/a-good-secret')).toBe(200)
    expect(await statusOf(verifier, '', { 'x-token': 'a-good-token' })).toBe(200)
    expect(await statusOf(verifier, '/wrong', { 'x-token': 'a-good-token' })).toBe(200)
    expect(await statusOf(verifier, '')).toBe(401)
    expect(await statusOf(verifier, '/wrong')).toBe(401)
  })

  it('is refused with the parameter twice', async () => {
    const verifier = secretQuery('key', 'a-good-secret')
    expect(await statusOf(verifier, '?key=a-good-secret&key=a-good-secret')).toBe(401)
    expect(await statusOf(verifier, '?key=a-good-secret&key=')).toBe(401)
  })
})
