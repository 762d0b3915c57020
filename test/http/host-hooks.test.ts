import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { allOf, secretPath, secretQuery } from '../../src/index.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'

const report = { MessageId: '1', Status: 'Sent' }

async function stoppedBy(error: unknown, status?: number) {
  const lines = linesOf()
  const app = await appWith(
    { deliveryReport: () => undefined },
    {
      server: { logger: lines.logger },
      prepare: (host) => {
        host.setErrorHandler((_error, _request, reply) => reply.code(599).send('the host’s own answer'))
        host.addHook('onRequest', async (_request, reply) => {
          if (status !== undefined) reply.code(status)
          throw error
        })
      },
    },
  )
  return { app, lines, response: await post(app, '/delivery-report', report) }
}

describe('what a hook of the host stops', () => {
  for (const [name, error, status, title] of [
    ['a limit', Object.assign(new Error('slow down'), { statusCode: 429 }), 429, 'Too Many Requests'],
    ['a guard', Object.assign(new Error('no'), { statusCode: 403 }), 403, 'Forbidden'],
    ['an overload', Object.assign(new Error('busy'), { statusCode: 503 }), 503, 'Service Unavailable'],
    ['a status without a name', Object.assign(new Error('odd'), { statusCode: 499 }), 499, 'Error'],
    ['a status that is no error', Object.assign(new Error('odd'), { statusCode: 200 }), 500, 'Internal Server Error'],
    [
      'a status that is no number',
      Object.assign(new Error('odd'), { statusCode: '403' }),
      500,
      'Internal Server Error',
    ],
    ['a mistake', new TypeError('x is undefined'), 500, 'Internal Server Error'],
  ] as const) {
    it(`keeps its status, in our form: ${name}`, async () => {
      const { response } = await stoppedBy(error)
      expect(response.statusCode).toBe(status)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toEqual({
        type: 'about:blank',
        status,
        title,
        code: 'FMW_STOPPED',
        detail: 'The request was stopped before it was read as a push',
      })
    })
  }

  it('keeps the status that the hook set on the reply', async () => {
    const { response } = await stoppedBy(new Error('no'), 402)
    expect(response.json()).toMatchObject({ status: 402, title: 'Payment Required' })
  })

  it('keeps the status of the error over that, as Fastify does', async () => {
    const { response } = await stoppedBy(Object.assign(new Error('slow down'), { statusCode: 429 }), 402)
    expect(response.statusCode).toBe(429)
  })

  it('is logged with its cause, and with what it is for where that is known', async () => {
    const { app, lines } = await stoppedBy(Object.assign(new Error('slow down'), { statusCode: 429 }))
    expect(lines.saying('a push was refused')).toMatchObject([
      { level: 40, kind: 'deliveryReport', status: 429, code: 'FMW_STOPPED', err: { message: 'slow down' } },
    ])
    expect((await app.inject({ method: 'PUT', url: '/delivery-report' })).statusCode).toBe(429)
    expect((await app.inject({ method: 'HEAD', url: '/delivery-report' })).statusCode).toBe(429)
    expect((await app.inject({ method: 'GET', url: '/delivery-report' })).json()).toMatchObject({ status: 429 })
    expect(lines.saying('a request was stopped')).toMatchObject([
      { level: 40, status: 429, err: { message: 'slow down' } },
      { level: 40, status: 429, err: { message: 'slow down' } },
    ])
  })

  it('is logged as an error where it is one', async () => {
    const { lines } = await stoppedBy(new TypeError('x is undefined'))
    expect(lines.saying('a push could not be taken')).toMatchObject([
      { level: 50, kind: 'deliveryReport', status: 500, err: { type: 'TypeError', message: 'x is undefined' } },
    ])
  })

  it.each(['onRequest', 'preValidation', 'preHandler'] as const)(
    'in %s by an error is counted, and told once a kind',
    async (hook) => {
      const lines = linesOf()
      const app = await appWith(
        { deliveryReport: () => undefined, checkout: () => undefined },
        {
          server: { logger: lines.logger },
          prepare: (host) =>
            host.addHook(hook, async () => {
              throw Object.assign(new Error('sign in'), { statusCode: 401 })
            }),
        },
      )
      for (const url of ['/delivery-report', '/delivery-report', '/checkout', '/checkout']) {
        expect((await post(app, url, report)).statusCode).toBe(401)
      }
      expect(app.merchant.counts).toMatchObject({ deliveryReport: { stopped: 2 }, checkout: { stopped: 2 } })
      const told = lines.saying('a push was refused')
      expect(told.map(({ level, kind, status }) => ({ level, kind, status }))).toEqual(
        ['deliveryReport', 'checkout'].map((kind) => ({ level: 40, kind, status: 401 })),
      )
    },
  )

  it('is answered when what it threw is no error at all', async () => {
    for (const thrown of [null, 'no', 7]) {
      const app = await appWith(
        { deliveryReport: () => undefined },
        { prepare: (host) => host.addHook('preValidation', async () => Promise.reject(thrown)) },
      )
      expect((await post(app, '/delivery-report', report)).statusCode).toBe(500)
    }
  })
})

describe('what a hook of the host answers', () => {
  it.each(['onRequest', 'preValidation', 'preHandler'] as const)(
    'in %s is told once a kind, and counted: no handler hears of it',
    async (hook) => {
      const lines = linesOf()
      let handled = 0
      const app = await appWith(
        { deliveryReport: () => handled++, checkout: () => handled++, ussd: (_push, turn) => turn.end('Goodbye') },
        {
          server: { logger: lines.logger },
          prepare: (host) => host.addHook(hook, async (_request, reply) => reply.code(401).send({ error: 'sign in' })),
        },
      )
      for (const url of ['/delivery-report', '/delivery-report', '/checkout', '/ussd']) {
        expect((await post(app, url, report)).statusCode).toBe(401)
      }
      expect((await app.inject('/delivery-report?MessageId=1&Status=Sent')).statusCode).toBe(401)
      expect(handled).toBe(0)
      expect(app.merchant.counts).toEqual({
        deliveryReport: { stopped: 3 },
        checkout: { stopped: 1 },
        ussd: { stopped: 1 },
      })
      const told = lines.saying('a hook of the application answered a push')
      expect(told.map(({ level, kind, status }) => ({ level, kind, status }))).toEqual(
        ['deliveryReport', 'checkout', 'ussd'].map((kind) => ({ level: 40, kind, status: 401 })),
      )
    },
  )

  it('on a path of several kinds is told by what the body looks like, where it was read', async () => {
    const app = await appWith(
      {
        checkout: { handler: () => undefined, path: '/all' },
        deliveryReport: { handler: () => undefined, path: '/all' },
      },
      { prepare: (host) => host.addHook('preHandler', async (_request, reply) => reply.code(401).send()) },
    )
    await post(app, '/all', report)
    expect(app.merchant.counts).toEqual({ deliveryReport: { stopped: 1 } })
  })

  it('is not what the plugin itself answers, nor what somebody left before it was answered', async () => {
    const lines = linesOf()
    const app = await appWith(
      { verify: secretPath('a-good-secret'), deliveryReport: () => undefined },
      { server: { logger: lines.logger } },
    )
    for (const url of ['/delivery-report/wrong-secret', '/delivery-report/a-good-secret']) {
      for (const body of [report, {}, 'no JSON', 'x'.repeat(100_000)]) await post(app, url, body)
      for (const method of ['GET', 'HEAD', 'PUT'] as const) await app.inject({ method, url })
    }
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const left = connect(Number(address.port), address.hostname)
    const ended = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('close', resolve)))
    const arrived = once(app.server, 'request')
    left.write('POST /delivery-report/a-good-secret HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n12')
    await arrived
    left.destroy()
    await ended
    expect(lines.saying('a hook of the application')).toEqual([])
    expect(app.merchant.counts.deliveryReport).not.toHaveProperty('stopped')
  })
})

describe('what a hook of the host takes away', () => {
  for (const [name, take] of [
    [
      'parameters',
      (request: FastifyRequest) => {
        request.params = null
      },
    ],
    [
      'parameters that are no text',
      (request: FastifyRequest) => {
        request.params = { secret: ['the-right-secret'] }
      },
    ],
    [
      'query',
      (request: FastifyRequest) => {
        request.query = 'key=another-secret'
      },
    ],
  ] as const) {
    it(`is missed by the verifier: ${name}`, async () => {
      const app = await appWith(
        {
          verify: allOf(secretPath('the-right-secret'), secretQuery('key', 'another-secret')),
          deliveryReport: () => undefined,
        },
        {
          prepare: (host) =>
            host.addHook('onRequest', (request, _reply, done) => {
              take(request)
              done()
            }),
        },
      )
      expect((await post(app, '/delivery-report/the-right-secret?key=another-secret', report)).statusCode).toBe(401)
    })
  }

  it('is no field of a push', async () => {
    const app = await appWith(
      { deliveryReport: () => undefined },
      {
        prepare: (host) =>
          host.addHook('onRequest', (request, _reply, done) => {
            request.query = null
            done()
          }),
      },
    )
    expect((await post(app, '/delivery-report', report)).statusCode).toBe(200)
    expect((await app.inject({ method: 'GET', url: '/delivery-report?MessageId=1&Status=Sent' })).body).toBe('')
  })
})
