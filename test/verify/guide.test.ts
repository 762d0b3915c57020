import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestWith } from './request.ts'

// The guide's code is the code of `test/verify/guide`, which the compiler checks and these tests run.

const examples = ['secret-path', 'rotation', 'lists', 'addresses', 'hmac', 'moving', 'own']

beforeEach(() => {
  vi.stubEnv('PUSH_SECRET', 'a-good-secret')
  vi.stubEnv('PUSH_PASSWORD', 'a-good-password')
  vi.stubEnv('PUSH_HMAC_KEY', 'a-good-key')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the guide on verifiers', () => {
  it('shows exactly the code that these tests run', () => {
    const guide = readFileSync(new URL('../../docs/guides/verifiers.md', import.meta.url), 'utf8')
    const shown = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
    const run = examples.map((name) =>
      readFileSync(new URL(`./guide/${name}.ts`, import.meta.url), 'utf8').replaceAll(
        "'../../../src/verify/index.ts'",
        "'fastify-merchant-webhooks'",
      ),
    )
    expect(shown).toEqual(run)
  })

  it('its secret path passes the secret and cannot boot without one', async () => {
    const { verify } = await anew<typeof import('./guide/secret-path.ts')>('secret-path')
    expect(verify.check(requestWith({ params: { secret: 'a-good-secret' } }))).toBe(true)
    expect(verify.check(requestWith({}))).toBe(false)

    vi.stubEnv('PUSH_SECRET', undefined)
    await expect(anew<typeof import('./guide/secret-path.ts')>('secret-path')).rejects.toMatchObject({
      code: 'FMW_VERIFIER_SECRET_MISSING',
    })
  })

  it('its rotation passes both secrets, registers the first, and cannot boot without any', async () => {
    vi.stubEnv('PUSH_SECRET', 'a-new-secret,an-old-secret')
    const { verify } = await anew<typeof import('./guide/rotation.ts')>('rotation')
    expect(verify.check(requestWith({ params: { secret: 'a-new-secret' } }))).toBe(true)
    expect(verify.check(requestWith({ params: { secret: 'an-old-secret' } }))).toBe(true)
    expect(verify.check(requestWith({ params: { secret: 'a-good-secret' } }))).toBe(false)
    expect(verify.address).toBe('/a-new-secret')

    vi.stubEnv('PUSH_SECRET', undefined)
    await expect(anew<typeof import('./guide/rotation.ts')>('rotation')).rejects.toMatchObject({
      code: 'FMW_VERIFIER_SECRET_MISSING',
    })
  })

  it('its lists pass both secrets of each verifier, and cannot boot without any', async () => {
    vi.stubEnv('PUSH_SECRET', 'a-new-secret,an-old-secret')
    vi.stubEnv('PUSH_PASSWORD', 'a-new-secret,an-old-secret')
    const { header, query, login } = await anew<typeof import('./guide/lists.ts')>('lists')
    for (const [secret, isIn] of [
      ['a-new-secret', true],
      ['an-old-secret', true],
      ['a-new-secret,an-old-secret', false],
    ] as const) {
      const authorization = `Basic ${Buffer.from(`pushes:${secret}`).toString('base64')}`
      expect(header.check(requestWith({ headers: { 'x-push-token': secret } }))).toBe(isIn)
      expect(query.check(requestWith({ query: { key: secret } }))).toBe(isIn)
      expect(login.check(requestWith({ headers: { authorization } }))).toBe(isIn)
    }

    for (const variable of ['PUSH_PASSWORD', 'PUSH_SECRET']) {
      vi.stubEnv(variable, undefined)
      await expect(anew<typeof import('./guide/lists.ts')>('lists')).rejects.toMatchObject({
        code: 'FMW_VERIFIER_SECRET_MISSING',
      })
    }
  })

  it('its addresses are asked for as well as the secret, through the proxy, for each kind', async () => {
    const { verify } = await anew<typeof import('./guide/addresses.ts')>('addresses')
    const from = (kind: string, forwarded: string, secret = 'a-good-secret') =>
      verify.check(
        requestWith({
          kind,
          kinds: [kind],
          params: { secret },
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': forwarded },
        }),
      )
    expect(from('ussd', '192.0.2.10')).toBe(true)
    expect(from('ussd', '192.0.2.10', 'another-secret')).toBe(false)
    expect(from('ussd', '192.0.2.10, 198.51.100.1')).toBe(false)
    expect(from('checkout', '2001:db8:40::7')).toBe(true)
    expect(from('inboundMessage', '203.0.113.17')).toBe(true)
  })

  it('its HMAC passes what is signed with the key, after refusing a wrong path without the body', async () => {
    const { verify } = await anew<typeof import('./guide/hmac.ts')>('hmac')
    const rawBody = Buffer.from('{"SessionId":"1","Type":"Initiation"}')
    const signature = createHmac('sha256', 'a-good-key').update(rawBody).digest('hex')
    const params = { secret: 'a-good-secret' }
    const signed = { params, headers: { 'x-signature': signature } }

    expect(verify.needsBody).toBe(true)
    expect(verify.beforeBody?.(requestWith(signed))).toBe(true)
    expect(verify.beforeBody?.(requestWith({ ...signed, params: { secret: 'another-secret' } }))).toBe(false)
    expect(verify.check(requestWith({ ...signed, rawBody }))).toBe(true)
    expect(verify.check(requestWith({ ...signed, rawBody: Buffer.from(`${rawBody} `) }))).toBe(false)
    expect(verify.check(requestWith({ params, rawBody }))).toBe(false)
    expect(verify.check(requestWith({ params, rawBody, headers: { 'x-signature': `${signature}0` } }))).toBe(false)
    expect(verify.check(requestWith({ params, rawBody, headers: { 'x-signature': '0'.repeat(64) } }))).toBe(false)
    expect(verify.check(requestWith(signed))).toBe(false)
  })

  it('its HMAC cannot boot without a key', async () => {
    vi.stubEnv('PUSH_HMAC_KEY', '')
    await expect(anew<typeof import('./guide/hmac.ts')>('hmac')).rejects.toThrow('PUSH_HMAC_KEY is not set')
  })

  it('its move from one way to another passes either', async () => {
    const { verify } = await anew<typeof import('./guide/moving.ts')>('moving')
    const authorization = `Basic ${Buffer.from('pushes:a-good-password').toString('base64')}`
    expect(verify.routePath).toBe('/:secret?')
    expect(verify.check(requestWith({ params: { secret: 'a-good-secret' } }))).toBe(true)
    expect(verify.check(requestWith({ headers: { authorization } }))).toBe(true)
    expect(verify.check(requestWith({}))).toBe(false)
  })

  it('its own verifier passes the secret whose digest it holds, and cannot boot without any', async () => {
    vi.stubEnv('PUSH_SECRET_DIGESTS', createHash('sha256').update('a-good-secret').digest('hex'))
    const { verify } = await anew<typeof import('./guide/own.ts')>('own')
    expect(verify.check(requestWith({ params: { secret: 'a-good-secret' } }))).toBe(true)
    expect(verify.check(requestWith({ params: { secret: 'another-secret' } }))).toBe(false)
    expect(verify.check(requestWith({}))).toBe(false)

    vi.stubEnv('PUSH_SECRET_DIGESTS', undefined)
    await expect(anew<typeof import('./guide/own.ts')>('own')).rejects.toThrow('PUSH_SECRET_DIGESTS is not set')
  })
})

/** Read once more, as by a process that starts. Only the example is: whoever forgot all modules would have those of the package read again too. */
function anew<Module>(example: string): Promise<Module> {
  return import(`${new URL(`./guide/${example}.ts`, import.meta.url).pathname}?${randomUUID()}`)
}
