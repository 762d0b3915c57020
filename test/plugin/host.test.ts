import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../src/index.ts'
import { paths, samples } from '../http/samples.ts'

const json = { 'content-type': 'application/json' }

/** An application with everything that a host may have of its own. */
function hostOf(own: boolean): FastifyInstance {
  const app: FastifyInstance = Fastify(
    own
      ? {
          trustProxy: true,
          exposeHeadRoutes: false,
          bodyLimit: 300,
          ajv: { customOptions: { coerceTypes: 'array', removeAdditional: 'all', useDefaults: true } },
          routerOptions: { ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 60 },
        }
      : {},
  )
  onTestFinished(() => app.close())
  if (!own) return app
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { parsedByTheHost: true, ...JSON.parse(String(body)) }),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { form: body }),
  )
  app.setErrorHandler((error, _request, reply) => reply.code(418).send({ theHostSays: String(error) }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ theHostSays: 'not found' }))
  app.setReplySerializer((payload) => `host:${JSON.stringify(payload)}`)
  app.setSchemaErrorFormatter(() => new Error('the host does not like it'))
  app.addSchema({ $id: 'shared', type: 'object' })
  app.decorateRequest('arrivedAt', 0)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-host', 'seen')
  })
  app.addHook('preValidation', async () => undefined)
  app.addHook('preSerialization', async (_request, _reply, payload) => ({ wrapped: payload }))
  app.get('/', async () => 'home')
  app.get('/push/health', async () => 'fine')
  app.get('/ip', async ({ ip }) => ({ ip }))
  app.post('/orders', { schema: { body: order } }, async ({ body }) => ({ body }))
  app.post('/form', async ({ body }) => ({ body }))
  app.put('/throws', async () => {
    throw new Error('the host failed')
  })
  return app
}

const order = {
  type: 'object',
  properties: { amount: { type: 'number' }, tags: { type: 'array' }, note: { type: 'string', default: 'none' } },
  required: ['amount'],
}

const plugin = {
  prefix: '/push',
  verify: secretPath('the-right-secret'),
  store: memoryStore(),
  ussd: (_push, turn) => turn.prompt('Welcome'),
  programmable: (_push, turn) => turn.menu('Welcome', ['Tea']),
  payment: () => undefined,
  deliveryReport: () => undefined,
  inboundMessage: () => undefined,
} satisfies Parameters<typeof merchantWebhooks>[1]

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'OPTIONS'
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string
}

async function answers(app: FastifyInstance, asked: readonly Asked[]) {
  const all = []
  for (const request of asked) {
    const { statusCode, headers, body } = await app.inject({ remoteAddress: '10.0.0.1', ...request })
    const { date: _date, ...others } = headers
    all.push({ request, statusCode, headers: others, body })
  }
  return all
}

const toTheHost: Asked[] = [
  { method: 'GET', url: '/' },
  { method: 'HEAD', url: '/' },
  { method: 'GET', url: '/push/health' },
  { method: 'GET', url: '/IP/', headers: { 'x-forwarded-for': '192.0.2.7' } },
  { method: 'POST', url: '/orders', headers: json, payload: '{"amount":null,"tags":"one","extra":1}' },
  { method: 'POST', url: '/orders', headers: json, payload: '{"amount":"12.5"}' },
  { method: 'POST', url: '/orders', headers: json, payload: '{"amount":"much"}' },
  { method: 'POST', url: '/orders', headers: json, payload: '{"amount":' },
  { method: 'POST', url: '/orders', headers: json, payload: `{"amount":1,"x":"${'x'.repeat(400)}"}` },
  { method: 'POST', url: '/form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
  { method: 'POST', url: '/form', headers: { 'content-type': 'text/plain' }, payload: 'text' },
  { method: 'POST', url: '/form', headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
  { method: 'PUT', url: '/throws' },
  { method: 'OPTIONS', url: '/orders' },
  { method: 'GET', url: '/nowhere' },
  { method: 'POST', url: '/pushes/ussd', headers: json, payload: '{}' },
]

const url = (path: string) => `/push${path}/the-right-secret`
const toThePlugin: Asked[] = [
  ...Object.entries(samples).map(([kind, sample]): Asked => {
    const path = Object.entries(paths).find(([name]) => name === kind)?.[1] ?? ''
    return { method: 'POST', url: url(path), headers: json, payload: JSON.stringify(sample) }
  }),
  { method: 'POST', url: url('/checkout'), headers: json, payload: '{"Data":{"CheckoutId":"a","Amount":null}}' },
  { method: 'POST', url: url('/checkout'), headers: json, payload: '{"Data":{"CheckoutId":"a","Amount":{}}}' },
  { method: 'POST', url: url('/checkout'), headers: json, payload: '{"Data":' },
  { method: 'POST', url: url('/checkout'), headers: json, payload: `{"CheckoutId":"${'x'.repeat(400)}"}` },
  { method: 'POST', url: url('/checkout'), headers: { 'content-type': 'text/plain' }, payload: '{}' },
  {
    method: 'POST',
    url: url('/delivery-report'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'MessageId=1&Status=Sent',
  },
  { method: 'GET', url: url('/ussd') },
  { method: 'HEAD', url: url('/ussd') },
  { method: 'PUT', url: url('/ussd'), headers: json, payload: '{' },
  { method: 'POST', url: '/push/ussd/wrong', headers: json, payload: '{}' },
  { method: 'GET', url: '/push/nowhere' },
  { method: 'POST', url: '/push/nowhere', headers: json, payload: '{}' },
]

describe('a host with everything of its own', () => {
  it('is left as it was', async () => {
    const without = await answers(hostOf(true), toTheHost)
    const app = hostOf(true)
    await app.register(merchantWebhooks, plugin)
    expect(await answers(app, toTheHost)).toEqual(without)
    expect(without.map(({ statusCode }) => statusCode)).toEqual([
      200, 404, 200, 200, 200, 200, 418, 418, 418, 200, 200, 418, 418, 404, 404, 404,
    ])
  })

  it('changes nothing of what the plugin answers, but for what its hooks add', async () => {
    const bare = hostOf(false)
    await bare.register(merchantWebhooks, plugin)
    const alone = await answers(bare, toThePlugin)
    const app = hostOf(true)
    await app.register(merchantWebhooks, plugin)
    const beside = await answers(app, toThePlugin)
    const withoutHook = beside.map(({ headers: { 'x-host': seen, ...headers }, ...answer }) => {
      expect(seen).toBe('seen')
      return { ...answer, headers }
    })
    expect(withoutHook).toEqual(alone)
  })

  it('may add what it has after the plugin as well', async () => {
    const app = hostOf(false)
    await app.register(merchantWebhooks, plugin)
    app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_request, body, done) =>
      done(null, { xml: body }),
    )
    app.setErrorHandler((_error, _request, reply) => reply.code(418).send('the host'))
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('the host'))
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-late', 'seen')
    })
    app.post('/late', async ({ body }) => ({ body }))
    const xml = { 'content-type': 'application/xml' }
    const late = await app.inject({ method: 'POST', url: '/late', headers: xml, payload: '<a/>' })
    expect(late.json()).toEqual({ body: { xml: '<a/>' } })
    const push = await app.inject({ method: 'POST', url: url('/ussd'), headers: xml, payload: '<a/>' })
    expect([push.statusCode, push.headers['x-late']]).toEqual([415, 'seen'])
    expect((await app.inject({ method: 'GET', url: '/push/nowhere' })).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
    expect((await app.inject({ method: 'GET', url: '/nowhere' })).body).toBe('the host')
  })

  it('may compile schemas of another library', async () => {
    const app = hostOf(false)
    const compile = () => {
      throw new Error('no schema of this library')
    }
    app.setValidatorCompiler(compile)
    app.setSerializerCompiler(compile)
    await app.register(merchantWebhooks, plugin)
    const { statusCode } = await app.inject({ method: 'POST', url: url('/ussd'), payload: samples.ussd })
    expect(statusCode).toBe(200)
  })

  it('gets nothing but app.merchant', async () => {
    const app = hostOf(false)
    const before = new Set(Object.keys(app))
    await app.register(merchantWebhooks, plugin)
    expect(Object.keys(app).filter((name) => !before.has(name))).toEqual(['merchant'])
    expect(app.hasContentTypeParser('*')).toBe(false)
    expect(app.hasRequestDecorator('merchantArrivedAt')).toBe(false)
    expect(app.hasPlugin('fastify-merchant-webhooks')).toBe(true)
  })

  it('keeps an app.merchant of its own: the boot says so', async () => {
    const app = hostOf(false)
    app.decorate('merchant', JSON.parse('{"of":"the host"}'))
    await expect(app.register(merchantWebhooks, plugin)).rejects.toMatchObject({ code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  })
})
