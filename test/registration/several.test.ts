import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, secretPath } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { samples } from '../http/samples.ts'

function application(): FastifyInstance {
  const app: FastifyInstance = Fastify()
  onTestFinished(() => app.close())
  return app
}

/** A registration whose USSD screen says which it is. */
const shop = (name: string, more: MerchantWebhooksOptions = {}): MerchantWebhooksOptions => ({
  name,
  verify: 'none',
  store: memoryStore(),
  ussd: (_push, turn) => turn.prompt(`You are at ${turn.isNew ? 'a new' : 'an old'} session of ${name}`),
  ...more,
})

const screenOf = async (app: FastifyInstance, url: string) => (await post(app, url, samples.ussd)).json().Message

describe('several registrations', () => {
  it('are found by their names, and app.merchant is the first', async () => {
    const app = application()
    await app.register(merchantWebhooks, { verify: 'none', deliveryReport: () => undefined })
    await app.register(merchantWebhooks, shop('tickets', { prefix: '/tickets' }))
    expect(app.merchant.name).toBe('default')
    expect(app.merchant.get('default')).toBe(app.merchant)
    expect(app.merchant.get('tickets').name).toBe('tickets')
    expect(app.merchant.get('tickets').get('default')).toBe(app.merchant)
    expect(app.merchant.urls).toEqual([{ kind: 'deliveryReport', method: 'POST', url: '/delivery-report' }])
    expect(app.merchant.get('tickets').urls).toEqual([{ kind: 'ussd', method: 'POST', url: '/tickets/ussd' }])
  })

  it('are not found by others, and the names that there are is said', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/teas' }))
    await app.register(merchantWebhooks, shop('tickets', { prefix: '/tickets' }))
    expect(() => app.merchant.get('ticket')).toThrowError(
      expect.objectContaining({
        code: 'FMW_NAME_UNKNOWN',
        message: "No registration is named 'ticket'; there are: teas, tickets",
      }),
    )
  })

  it('share no sessions, verifiers, counts or events', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/teas', verify: secretPath('the-teas-secret') }))
    await app.register(
      merchantWebhooks,
      shop('tickets', { prefix: '/tickets', verify: secretPath('the-tickets-secret') }),
    )
    expect(await screenOf(app, '/teas/ussd/the-teas-secret')).toBe('You are at a new session of teas')
    expect(await screenOf(app, '/tickets/ussd/the-tickets-secret')).toBe('You are at a new session of tickets')
    expect((await post(app, '/tickets/ussd/the-teas-secret', samples.ussd)).statusCode).toBe(401)
    expect(app.merchant.counts).toEqual({ ussd: { handler: 1 } })
    expect(app.merchant.get('tickets').counts).toEqual({ ussd: { handler: 1, refused: 1 } })
    expect(app.merchant.get('tickets').events).not.toBe(app.merchant.events)
  })

  it('may share a prefix, with one answer for what is found in neither', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/push' }))
    await app.register(merchantWebhooks, {
      name: 'reports',
      prefix: '/push/',
      verify: 'none',
      deliveryReport: () => undefined,
    })
    expect(await screenOf(app, '/push/ussd')).toBe('You are at a new session of teas')
    expect((await post(app, '/push/delivery-report', samples.deliveryReport)).statusCode).toBe(200)
    expect((await post(app, '/push/nothing', {})).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
  })

  it('may lie below each other', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/push' }))
    await app.register(merchantWebhooks, shop('tickets', { prefix: '/push/tickets' }))
    expect(await screenOf(app, '/push/ussd')).toBe('You are at a new session of teas')
    expect(await screenOf(app, '/push/tickets/ussd')).toBe('You are at a new session of tickets')
    expect((await post(app, '/push/tickets/nothing', {})).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
  })

  it('may have no prefix, and paths of their own', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas'))
    await app.register(
      merchantWebhooks,
      shop('tickets', { ussd: { handler: (_push, turn) => turn.end('tickets'), path: '/t/ussd' } }),
    )
    expect(await screenOf(app, '/ussd')).toBe('You are at a new session of teas')
    expect(await screenOf(app, '/t/ussd')).toBe('tickets')
  })
})

describe('registrations in scopes of the host', () => {
  it('add their prefix to that of the scope', async () => {
    const app = application()
    await app.register(
      async (api) => {
        await api.register(merchantWebhooks, shop('teas', { prefix: '/push' }))
        expect(api.merchant.urls).toEqual([{ kind: 'ussd', method: 'POST', url: '/api/v1/push/ussd' }])
      },
      { prefix: '/api/v1' },
    )
    expect(await screenOf(app, '/api/v1/push/ussd')).toBe('You are at a new session of teas')
    expect((await post(app, '/api/v1/push/nothing', {})).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
    expect((await post(app, '/api/v1/nothing', {})).json()).toMatchObject({ error: 'Not Found' })
    expect(app.hasDecorator('merchant')).toBe(false)
  })

  it('below a registration know it by name', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/teas' }))
    await app.register(async (api) => {
      await api.register(merchantWebhooks, shop('tickets', { prefix: '/tickets' }))
      expect(api.merchant.name).toBe('teas')
    })
    expect(app.merchant.get('tickets').name).toBe('tickets')
    expect(await screenOf(app, '/tickets/ussd')).toBe('You are at a new session of tickets')
  })

  it('beside each other know nothing of each other, and may have one name', async () => {
    const app = application()
    for (const name of ['a', 'b']) {
      await app.register(
        async (api) => {
          await api.register(merchantWebhooks, shop('shop'))
          expect(api.merchant.urls).toEqual([{ kind: 'ussd', method: 'POST', url: `/${name}/ussd` }])
        },
        { prefix: `/${name}` },
      )
    }
    expect(await screenOf(app, '/a/ussd')).toBe('You are at a new session of shop')
    expect(await screenOf(app, '/b/ussd')).toBe('You are at a new session of shop')
  })

  it('below a prefix of the host share it too', async () => {
    const app = application()
    await app.register(merchantWebhooks, shop('teas', { prefix: '/api/push' }))
    await app.register(
      async (api) => {
        await api.register(merchantWebhooks, {
          name: 'reports',
          prefix: '/push',
          verify: 'none',
          deliveryReport: () => undefined,
        })
      },
      { prefix: '/api' },
    )
    expect((await post(app, '/api/push/delivery-report', samples.deliveryReport)).statusCode).toBe(200)
    expect((await post(app, '/api/push/nothing', {})).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
  })

  it('beside each other may share a prefix, too', async () => {
    const app = application()
    for (const name of ['teas', 'tickets']) {
      await app.register(
        async (api) => {
          const path = `/${name}`
          await api.register(merchantWebhooks, {
            prefix: '/push',
            verify: 'none',
            ussd: { handler: (_push, turn) => turn.end(name), path },
          })
        },
        { prefix: '/api' },
      )
    }
    expect(await screenOf(app, '/api/push/teas')).toBe('teas')
    expect(await screenOf(app, '/api/push/tickets')).toBe('tickets')
    expect((await post(app, '/api/push/nothing', {})).json()).toMatchObject({ code: 'FMW_NOT_FOUND' })
  })
})
