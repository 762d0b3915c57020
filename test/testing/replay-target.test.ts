import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import merchantWebhooks, { secretQuery } from '../../src/index.ts'
import { replay } from '../../src/testing/replay.ts'
import { receivingApp } from './receiving-app.ts'

const open: FastifyInstance[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

describe('replay finds the route', () => {
  it('whose secret travels in the query, beside the query of the fixture', async () => {
    const { app, takeEvents } = await receivingApp({ verify: secretQuery('key', 'a-good-secret') })
    open.push(app)

    const { status } = await replay(app, 'inboundMessage/query-get')

    expect(status).toBe(200)
    expect(takeEvents()).toHaveLength(1)
  })

  it('inside the application, although publicUrl names another host', async () => {
    const { app, takeEvents } = await receivingApp({ publicUrl: 'https://shop.example' })
    open.push(app)

    const { status } = await replay(app, 'checkout/paid-camel')

    expect(status).toBe(200)
    expect(takeEvents()).toHaveLength(1)
  })

  it('of a registration by its name', async () => {
    const app = Fastify()
    open.push(app)
    const heard: string[] = []
    for (const name of ['shop', 'tickets']) {
      app.register(merchantWebhooks, {
        name,
        prefix: `/${name}`,
        verify: 'none',
        deliveryReport: () => heard.push(name),
      })
    }

    await replay(app, 'deliveryReport/delivered-camel')
    await replay(app, 'deliveryReport/delivered-camel', { registration: 'tickets' })

    expect(heard).toEqual(['shop', 'tickets'])
    await expect(replay(app, 'ussd/timeout', { registration: 'tikets' })).rejects.toMatchObject({
      code: 'FMW_NAME_UNKNOWN',
    })
  })

  it('that url names, in place of the registered one', async () => {
    const { app, takeEvents } = await receivingApp({ publicUrl: 'https://shop.example/behind-a-proxy' })
    open.push(app)

    expect(await replay(app, 'checkout/paid-camel')).toMatchObject({ status: 404 })
    const { status } = await replay(app, 'checkout/paid-camel', { url: '/push/checkout/a-good-secret' })

    expect(status).toBe(200)
    expect(takeEvents()).toHaveLength(1)
  })

  it('at an address, and at another that url names relative to it', async () => {
    const { app, takeEvents } = await receivingApp()
    open.push(app)
    const base = await app.listen({ host: '127.0.0.1', port: 0 })

    await replay(new URL('/push/checkout/a-good-secret', base), 'checkout/paid-camel')
    await replay(base, 'checkout/paid-pascal', { url: '/push/checkout/a-good-secret' })

    expect(takeEvents()).toHaveLength(2)
  })
})

describe('replay says what is wrong with its target', () => {
  it('when no route receives the kind: which kinds have one', async () => {
    const app = Fastify()
    open.push(app)
    await app.register(merchantWebhooks, {
      verify: 'none',
      ussd: (_push, turn) => turn.end('Bye'),
      deliveryReport: () => undefined,
    })

    await expect(replay(app, 'checkout/paid-camel')).rejects.toMatchObject({
      code: 'FMW_TESTING_NO_ROUTE',
      message:
        "No route receives checkout: the registration 'default' receives ussd, deliveryReport. Give it a handler for the kind",
    })
  })

  it('when the plugin is not registered', async () => {
    const app = Fastify()
    open.push(app)

    await expect(replay(app, 'ussd/timeout')).rejects.toMatchObject({
      code: 'FMW_TESTING_TARGET',
      message: expect.stringContaining('The target has no merchant: give a Fastify application'),
    })
  })

  it('when it is a promise of an application', async () => {
    // @ts-expect-error it must be awaited first
    await expect(replay(Promise.resolve(), 'ussd/timeout')).rejects.toMatchObject({
      code: 'FMW_TESTING_TARGET',
      message: expect.stringContaining('The target is a promise, so await it: give a Fastify application'),
    })
  })

  it('when there is none', async () => {
    // @ts-expect-error nothing was given
    await expect(replay(undefined, 'ussd/timeout')).rejects.toMatchObject({
      code: 'FMW_TESTING_TARGET',
      message: expect.stringContaining('is no Fastify application'),
    })
  })

  it('when an address has no host', async () => {
    await expect(replay('/push/ussd', 'ussd/timeout')).rejects.toMatchObject({
      code: 'FMW_TESTING_TARGET',
      message: expect.stringContaining('is no absolute address'),
    })
  })
})
