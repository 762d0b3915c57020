import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { anyOf, basic, secretPath, type Verifier, verifyWith } from '../../src/index.ts'
import { manualClock } from '../../src/testing/index.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'

const broken = new Error('the token service is down for +233000000000')
const report = { MessageId: '1', Status: 'Sent' }

// As untyped code may write them: what they answer is anything.
const checks: [name: string, check: Verifier['check']][] = [
  [
    'throws',
    () => {
      throw broken
    },
  ],
  ['rejects', () => Promise.reject(broken)],
  ['says no later', () => Promise.resolve(false)],
  ['says nothing', () => JSON.parse('{}').nothing],
  ['says something that is only like yes', () => JSON.parse('1')],
  ['says something later that is only like yes', () => Promise.resolve(JSON.parse('"true"'))],
]

describe('a push is refused by a verifier that', () => {
  for (const [name, check] of checks) {
    for (const needsBody of [false, true]) {
      it(`${name}, ${needsBody ? 'with' : 'before'} the body`, async () => {
        let handled = 0
        const app = await appWith({ verify: { name: 'own', needsBody, check }, deliveryReport: () => ++handled })
        const { statusCode, body } = await post(app, '/delivery-report', report)
        expect(statusCode).toBe(401)
        expect(JSON.parse(body)).toMatchObject({ code: 'FMW_REFUSED' })
        expect(handled).toBe(0)
      })
    }
  }
})

describe('a verifier that never answers', () => {
  it.each([false, true])('does not hold a push for ever; with the body: %s', async (needsBody) => {
    const lines = linesOf()
    const clock = manualClock()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: answer, resolve: letIn } = Promise.withResolvers<boolean>()
    const check = () => {
      isAsked()
      return answer
    }
    let handled = 0
    const app = await appWith(
      { verify: { name: 'tokens', needsBody, check }, clock, bodyTimeout: 2_000, deliveryReport: () => ++handled },
      { server: { logger: lines.logger } },
    )
    const posting = post(app, '/delivery-report', report)
    await asked
    clock.advance(2_000)
    const { statusCode, headers, body } = await posting
    expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '5', 'FMW_VERIFIER_TIMEOUT'])
    expect(lines.saying('its verifier did not answer')).toMatchObject([
      { level: 50, kind: 'deliveryReport', verifier: 'tokens', timeout: 2_000 },
    ])
    letIn(true)
    await setImmediate()
    expect(handled).toBe(0)
  })

  it('holds no push that another member of an anyOf lets in', async () => {
    const hangs = verifyWith('tokens', () => new Promise<boolean>(() => undefined))
    const clock = manualClock()
    let handled = 0
    const verify = anyOf(hangs, secretPath('the-right-secret'))
    const app = await appWith({ verify, clock, deliveryReport: () => ++handled })
    // The clock stands, so nothing gives up.
    for (const _ of [1, 2]) expect((await post(app, '/delivery-report/the-right-secret', report)).statusCode).toBe(200)
    // The second is a copy of the first.
    expect(handled).toBe(1)
  })

  it('has its time: what it says before that counts', async () => {
    const clock = manualClock()
    let handled = 0
    const verify = verifyWith('tokens', () => Promise.resolve(true))
    const app = await appWith({ verify, clock, deliveryReport: () => ++handled })
    expect((await post(app, '/delivery-report', report)).statusCode).toBe(200)
    clock.advance(60_000)
    expect(handled).toBe(1)
  })
})

describe('a refusal', () => {
  it('is logged with the kind and the verifier, and a failure with its error', async () => {
    const lines = linesOf()
    const verify = verifyWith('tokens', () => Promise.reject(broken))
    const app = await appWith({ verify, deliveryReport: () => undefined }, { server: { logger: lines.logger } })
    await post(app, '/delivery-report', report)
    expect(lines.saying('a verifier failed')).toMatchObject([
      { level: 50, verifier: 'tokens', err: { type: 'Error', message: 'the token service is down for +233...000' } },
    ])
    expect(lines.saying('a push was refused')).toMatchObject([
      { level: 40, kind: 'deliveryReport', verifier: 'tokens' },
    ])
    expect(lines.text()).not.toContain('233000000000')
  })

  it('says how to prove it, where the verifier has a way that can be asked for', async () => {
    const verify = basic({ username: 'service', password: 'the-right-secret' })
    const app = await appWith({ verify, deliveryReport: () => undefined })
    const { statusCode, headers } = await post(app, '/delivery-report', report)
    expect(statusCode).toBe(401)
    expect(headers['www-authenticate']).toMatch(/^Basic /)
  })

  it('says nothing of the kind otherwise', async () => {
    const app = await appWith({ verify: secretPath('the-right-secret'), deliveryReport: () => undefined })
    expect((await post(app, '/delivery-report/wrong', report)).headers).not.toHaveProperty('www-authenticate')
  })
})

describe('a verifier sees', () => {
  it('the kind, every kind of the path, the method, the parameters, the query and the headers', async () => {
    const seen: unknown[] = []
    const verify = verifyWith('looking', ({ kind, kinds, method, params, query, headers, remoteAddress, rawBody }) => {
      seen.push({
        kind,
        kinds,
        method,
        params,
        query,
        token: headers['x-token'],
        remoteAddress,
        length: rawBody?.length,
      })
      return true
    })
    const app = await appWith({
      verify: { ...verify, routePath: '/:secret' },
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
    })
    await app.inject({
      method: 'POST',
      url: '/push/a%20b?MessageId=1&Status=Sent',
      headers: { 'x-token': 'c' },
      remoteAddress: '192.0.2.1',
    })
    expect(seen).toEqual([
      {
        kind: 'deliveryReport',
        kinds: ['deliveryReport', 'inboundMessage'],
        method: 'POST',
        params: { secret: 'a b' },
        query: { MessageId: '1', Status: 'Sent' },
        token: 'c',
        remoteAddress: '192.0.2.1',
        length: 0,
      },
    ])
  })
})
