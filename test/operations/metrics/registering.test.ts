import * as client from '@prometheus-io/client'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../../src/index.ts'
import { metrics } from '../../../src/operations/index.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { measured, pushed } from './scrape.ts'

const options: MerchantWebhooksOptions = { verify: 'none', ussd: (_push, turn) => turn.end('Bye') }
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'FMW_METRICS', message: expect.stringMatching(words) })

describe('metrics', () => {
  it('go into the registry of the library, and leave it when the application closes', async () => {
    const app = await appWith(options)
    metrics(app, { client })
    await app.ready()
    expect(await client.register.metrics()).toContain('merchant_store_ok{registration="default"} 1')
    await app.close()
    expect(await client.register.metrics()).not.toContain('merchant_')
  })

  it('measure every registration of an application, whenever it is registered', async () => {
    const app = await appWith(options)
    metrics(app, { client })
    await app.register(merchantWebhooks, { ...options, name: 'tickets', prefix: '/tickets' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    await pushed(app, `/tickets${paths.ussd}`, samples.ussd)
    const text = await client.register.metrics()
    expect(text).toMatch(/turn_duration_seconds_count\{registration="tickets",kind="ussd",answered="handler"\} 1/)
    expect(text).toMatch(/turn_duration_seconds_count\{registration="default",kind="ussd",answered="handler"\} 0/)
  })

  it('refuse an option that there is not', async () => {
    const app = await appWith(options)
    const mistyped = { client, registr: new client.Registry() }
    expect(() => metrics(app, mistyped)).toThrow(refusal(/registr is no option: there are client, registry$/))
  })

  it('may be asked for before the plugin is there, if it comes', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    metrics(app, { client })
    app.register(merchantWebhooks, options)
    await app.ready()
    expect(await client.register.metrics()).toContain('registration="default"')
  })

  it('of several applications of a process go into a registry each', async () => {
    const [one, other] = [await appWith(options), await appWith(options)]
    const [scrapeOne, scrapeOther] = [await measured(one), await measured(other)]
    await pushed(one, paths.ussd, samples.ussd)
    const count = ['merchant_turn_duration_seconds_count', { answered: 'handler' }] as const
    expect((await scrapeOne()).value(...count)).toBe(1)
    expect((await scrapeOther()).value(...count)).toBe(0)
  })

  it('of two applications in one registry are refused, and nothing is left behind', async () => {
    const [one, other] = [await appWith(options), await appWith(options)]
    metrics(one, { client })
    expect(() => metrics(other, { client })).toThrow(
      refusal(/has merchant_turn_duration_seconds already.*new client\.Registry/),
    )
    metrics(other, { client, registry: new client.Registry() })
    await one.ready()
    await other.ready()
  })

  it('show a store that is not open yet as not well, and nothing of its inbox', async () => {
    const app = await appWith(options)
    const registry = new client.Registry()
    metrics(app, { client, registry })
    const text = await registry.metrics()
    expect(text).toContain('merchant_store_ok{registration="default"} 0')
    expect(text).not.toContain('merchant_inbox_entries{')
  })

  it('are registered once', async () => {
    const app = await appWith(options)
    metrics(app, { client })
    expect(() => metrics(app, { client, registry: new client.Registry() })).toThrow(
      refusal(/default is measured already/),
    )
    await app.ready()
  })

  it('are registered once before the plugin is there, too', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    metrics(app, { client })
    metrics(app, { client, registry: new client.Registry() })
    app.register(merchantWebhooks, options)
    await expect(app.ready()).rejects.toEqual(refusal(/default is measured already/))
  })

  it.each([
    ['nothing', undefined],
    ['no options', {}],
    ['a registry alone', { client: client.register }],
    ['a registry that is none', { client, registry: {} }],
  ])('need a client library: %s is refused', async (_name, given) => {
    const app = await appWith(options)
    expect(() => Reflect.apply(metrics, undefined, [app, given])).toThrow(
      refusal(/must be a Prometheus client library/),
    )
  })

  it('of an application without the plugin are refused when it gets ready', async () => {
    const app = Fastify()
    metrics(app, { client })
    await expect(app.ready()).rejects.toEqual(refusal(/nothing to measure/))
    await app.close()
    expect(await client.register.metrics()).not.toContain('merchant_')
  })

  it('of something else that is called merchant are refused', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    Reflect.apply(app.decorate, app, ['merchant', { name: 'other' }])
    metrics(app, { client })
    await expect(app.ready()).rejects.toEqual(refusal(/only one copy/))
  })
})
