import { describe, expect, it } from 'vitest'
import { allOf, anyOf, basic, secretHeader, secretPath, sourceAddresses, verifyWith } from '../../src/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'

const secrets = ['the-new-secret', 'an-old-one']
const report = { MessageId: '1', Status: 'Sent' }

describe('a push with an old secret', () => {
  it('is taken, and said once a minute for each kind, without the secret', async () => {
    const lines = linesOf()
    const clock = manualClock()
    const app = await appWith(
      { verify: secretPath(secrets), clock, deliveryReport: () => undefined, inboundMessage: () => undefined },
      { server: { logger: lines.logger } },
    )
    const push = async (kind: string, secret: string) => (await post(app, `/${kind}/${secret}`, report)).statusCode
    const told = () => lines.saying('a push has an old secret').map(({ kinds }) => kinds)

    expect(await push('delivery-report', 'the-new-secret')).toBe(200)
    expect(await push('delivery-report', 'a-wrong-secret')).toBe(401)
    expect(told()).toEqual([])
    for (const _ of [1, 2, 3]) expect(await push('delivery-report', 'an-old-one')).toBe(200)
    expect(told()).toEqual([['deliveryReport']])
    await push('inbound-message', 'an-old-one')
    expect(told()).toEqual([['deliveryReport'], ['inboundMessage']])
    clock.advance(60_000)
    await push('delivery-report', 'an-old-one')
    expect(told()).toEqual([['deliveryReport'], ['inboundMessage'], ['deliveryReport']])
    expect(lines.text()).not.toContain('an-old-one')
  })

  it('is one of the same user: another user is another sender', async () => {
    const lines = linesOf()
    const verify = basic([
      { username: 'ussd', password: 'password-1' },
      { username: 'money', password: 'password-2' },
      { username: 'money', password: 'password-3' },
    ])
    const app = await appWith({ verify, deliveryReport: () => undefined }, { server: { logger: lines.logger } })
    const told = async (pair: string) => {
      const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
      const push = { method: 'POST', url: '/delivery-report', headers: { authorization }, payload: report } as const
      expect((await app.inject(push)).statusCode).toBe(200)
      return lines.saying('a push has an old secret').length
    }
    expect(await told('money:password-2')).toBe(0)
    expect(await told('ussd:password-1')).toBe(0)
    expect(await told('money:password-3')).toBe(1)
  })

  it('is said inside of a combination', async () => {
    const lines = linesOf()
    const verify = allOf(secretPath('the-only-secret'), secretHeader('x-token', secrets))
    const app = await appWith({ verify, deliveryReport: () => undefined }, { server: { logger: lines.logger } })
    const headers = { 'x-token': 'an-old-one' }
    const url = '/delivery-report/the-only-secret'
    expect((await app.inject({ method: 'POST', url, headers, payload: report })).statusCode).toBe(200)
    expect(lines.saying('a push has an old secret')).toMatchObject([{ level: 40, verifier: 'secretHeader(x-token)' }])
  })
  it('is said only of a push that was let in, also where the body decides or another answers later', async () => {
    const old = secretPath(secrets)
    const hmac = verifyWith('hmac', ({ rawBody, headers }) => rawBody.length > 0 && 'x-right' in headers, {
      needsBody: true,
    })
    const tokens = verifyWith('tokens', async ({ headers }) => 'x-right' in headers)
    for (const [verify, right] of [
      [allOf(old, sourceAddresses(['192.0.2.1'])), { remoteAddress: '192.0.2.1' }],
      [allOf(old, hmac), { headers: { 'x-right': 'yes' } }],
      [allOf(old, tokens), { headers: { 'x-right': 'yes' } }],
      [anyOf(allOf(old, tokens), secretHeader('x-token', 'another-token')), { headers: { 'x-right': 'yes' } }],
    ] as const) {
      const lines = linesOf()
      const app = await appWith({ verify, deliveryReport: () => undefined }, { server: { logger: lines.logger } })
      const push = { method: 'POST', url: '/delivery-report/an-old-one', payload: report } as const
      expect((await app.inject(push)).statusCode).toBe(401)
      expect(lines.saying('a push has an old secret')).toEqual([])
      expect((await app.inject({ ...push, ...right })).statusCode).toBe(200)
      expect(lines.saying('a push has an old secret')).toMatchObject([{ verifier: 'secretPath' }])
    }
  })
})
