import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { secretPath, type Verifier } from '../../src/index.ts'
import { appWith } from './app.ts'
import { linesOf } from './lines.ts'

const secret = 'q8Zt4mV1/cY7 rB0nK5'
const inPath = encodeURIComponent(secret)
const credentials = Buffer.from(`pushes:${secret}`).toString('base64')

/** Errors as they quote what they failed on. */
const quotes: readonly (readonly [string, Verifier['check']])[] = [
  ['the parameter', ({ params }) => failOn(params.secret)],
  ['it in an address', ({ params }) => failOn(new URL(`/check?token=${params.secret}`, 'http://tokens.example').href)],
  ['it in JSON', ({ params }) => failOn(JSON.stringify(params))],
  ['a value of the query', ({ query }) => failOn(query.key)],
  ['a value that came twice', ({ query }) => failOn(query.twice)],
  ['a header', ({ headers }) => failOn(headers['x-token'])],
  ['the credentials', ({ headers }) => failOn(headers.authorization)],
  ['the credentials, decoded', () => failOn(`pushes:${secret}`)],
  ['the password alone', () => failOn(secret)],
  ['it later, as a cause', async () => Promise.reject(new Error('no', { cause: new Error(secret) }))],
  ['the address, as a stack', () => failOn(`http://shop.example${url}`)],
]

function failOn(what: unknown): never {
  throw new TypeError(`the token service does not know ${what}: ask again`)
}

const url = `/delivery-report/${inPath}?key=${inPath}&twice=a&twice=${inPath}`
const push = {
  method: 'POST',
  url,
  payload: { MessageId: '1', Status: 'Sent' },
  headers: { 'x-token': secret, authorization: `Basic ${credentials}` },
} as const

describe('an error that quotes a secret of its request', () => {
  it.each(quotes)('of a verifier: %s', async (_what, check) => {
    const lines = linesOf()
    const app = await appWith(
      { verify: { name: 'own', routePath: '/:secret', check }, deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    expect((await app.inject(push)).statusCode).toBe(401)
    const [line] = lines.saying('a verifier failed')
    expect(JSON.stringify(line)).toContain('***')
    expectNoSecret(lines.text())
  })

  it('of a hook of the application, in the log and in the inbox', async () => {
    const lines = linesOf()
    const app = await appWith(
      {
        verify: { name: 'own', routePath: '/:secret', check: () => true },
        deliveryReport: () => undefined,
      },
      {
        server: { logger: lines.logger },
        prepare: (host) => {
          host.addHook('preHandler', async (request) => failOn(`${request.url} ${JSON.stringify(request.headers)}`))
        },
      },
    )
    expect((await app.inject(push)).statusCode).toBe(500)
    expect(JSON.stringify(lines.saying('a push could not be taken'))).toContain('***')
    expectNoSecret(lines.text())
    const page = await app.merchant.inbox.list({ states: ['rejected'] })
    expectNoSecret(JSON.stringify(page))
  })

  const parts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a bearer', { 'x-token': 'Bearer part-of-it-77' }],
    ['a cookie', { cookie: 'a=1; session=part-of-it-77' }],
    ['a signature', { 'x-signature': 't=1,v1=part-of-it-77' }],
    ['a scheme of credentials', { authorization: 'Token token="part-of-it-77", x=1' }],
  ]
  it.each(parts)('of which it quotes a part alone: %s', async (_what, headers) => {
    const lines = linesOf()
    const check = () => failOn('part-of-it-77')
    const app = await appWith(
      { verify: { name: 'own', check }, deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    await app.inject({ ...push, url: '/delivery-report', headers })
    expect(lines.saying('a verifier failed')).toMatchObject([
      { err: { message: 'the token service does not know ***: ask again' } },
    ])
  })

  it('of a handler, in the log and in the inbox, an old secret too', async () => {
    const lines = linesOf()
    const old = 'the-older-secret-9'
    const app = await appWith(
      {
        verify: secretPath(['the-newest-secret-1', old]),
        ussd: () => failOn(app.merchant.urls),
        deliveryReport: () => failOn(`http://shop.example/delivery-report/${old} the-newest-secret-1`),
      },
      { server: { logger: lines.logger } },
    )
    const ussd = { SessionId: '1', Type: 'Initiation', Mobile: '+233000000000', Message: '*713#' }
    await app.inject({ method: 'POST', url: `/ussd/${old}`, payload: ussd })
    await app.inject({ ...push, url: `/delivery-report/${old}` })
    const kept = JSON.stringify(await app.merchant.inbox.list({}))
    expect(lines.text()).toContain('the handler of a notification failed')
    for (const one of [old, 'the-newest-secret-1']) expect(lines.text() + kept).not.toContain(one)
  })

  it('of a handler, that the plugin and its client were given', async () => {
    const lines = linesOf()
    const own = ['the-secret-of-the-plugin-1', 'the-key-of-the-client-1', 'the-client-secret-1']
    const [plugin, apiKey, clientSecret] = own as [string, string, string]
    const client = new MerchantClient({
      baseUrl: 'http://127.0.0.1:1',
      ...{ apiId: 'shop', apiKey, clientId: 'shop', clientSecret, paths: { transactionStatus: '/status' } },
    })
    const app = await appWith(
      {
        secret: plugin,
        client,
        checkout: { confirmWith: false, handler: () => undefined },
        deliveryReport: () => failOn(own.join(' ')),
      },
      { server: { logger: lines.logger } },
    )
    await app.inject({ ...push, url: '/delivery-report' })
    const kept = JSON.stringify(await app.merchant.inbox.list({}))
    expect(lines.text()).toContain('does not know *** *** ***')
    for (const one of own) expect(lines.text() + kept).not.toContain(one)
  })

  it('leaves what every proxy adds', async () => {
    const lines = linesOf()
    const check = () => failOn('10.0.0.12:5432 at https://shop.example, no-cache, id 7')
    const app = await appWith(
      { verify: { name: 'own', routePath: '/:id', check }, deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    const headers = { 'x-forwarded-for': '10.0.0.12', 'x-real-ip': '10.0.0.12', 'x-forwarded-host': 'shop.example' }
    const more = { 'x-forwarded-proto': 'https', 'cache-control': 'no-cache', origin: 'https://shop.example' }
    await app.inject({ ...push, url: '/delivery-report/7', headers: { ...headers, ...more } })
    expect(lines.saying('a verifier failed')).toMatchObject([
      { err: { message: expect.stringContaining('10.0.0.12:5432 at https://shop.example, no-cache, id 7:') } },
    ])
  })

  it('says the rest of it', async () => {
    const lines = linesOf()
    const check = () => failOn(`10.0.0.7:8443 for localhost`)
    const app = await appWith(
      { verify: { name: 'own', routePath: '/:secret', check }, deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    await app.inject(push)
    expect(lines.saying('a verifier failed')).toMatchObject([
      { err: { message: 'the token service does not know 10.0.0.7:8443 for localhost: ask again' } },
    ])
  })
})

function expectNoSecret(text: string): void {
  for (const part of [secret, inPath, encodeURI(secret), credentials, 'rB0nK5']) expect(text).not.toContain(part)
}
