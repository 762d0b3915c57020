import { AsyncLocalStorage } from 'node:async_hooks'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { conversation, text } from '../../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore, secretPath, secretQuery } from '../../../src/index.ts'
import { blocksOf } from '../../docs/documents.ts'
import { openWorkshop, run } from '../../docs/workshop.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { pushed } from '../metrics/scrape.ts'

const secret = 'a-secret-of-the-test'
const workshop = openWorkshop()
afterAll(() => workshop.remove())

/** An application with the real instrumentation, and every span of it. */
async function traced(options: MerchantWebhooksOptions) {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  onTestFinished(() => trace.disable())
  const instrumentation = new FastifyOtelInstrumentation()
  instrumentation.setTracerProvider(provider)
  const app = await appWith(options, {
    prepare: async (host) => {
      await host.register(instrumentation.plugin())
      host.get('/own', async () => 'ours')
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, spans: () => exporter.getFinishedSpans() }
}

/** All that a tracing vendor would get. */
function textOf(spans: ReturnType<Awaited<ReturnType<typeof traced>>['spans']>): string {
  return JSON.stringify(spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })))
}

describe('@fastify/otel', () => {
  it('traces routes of the application, and no push: their addresses have secrets and texts', async () => {
    const { app, spans } = await traced({
      prefix: '/push',
      verify: secretPath(secret),
      inboundMessage: () => undefined,
      ussd: (_, turn) => turn.end('Bye'),
    })
    const { listeningOrigin: origin } = app
    await fetch(`${origin}/own`)
    expect(textOf(spans())).toContain('"url.path":"/own"')
    const before = spans().length
    const message = new URLSearchParams(samples.inboundMessage).toString()
    const address = `/push${paths.inboundMessage}/${secret}?${message}`
    await fetch(origin + address)
    await fetch(origin + address, { method: 'HEAD' })
    await fetch(origin + address, { method: 'PUT' })
    await pushed(app, `/push${paths.ussd}/${secret}`, samples.ussd)
    // A mistyped one has the secret too.
    expect((await fetch(`${origin}/push/inbound/${secret}?${message}`)).status).toBe(404)
    expect(
      spans()
        .slice(before)
        .map(({ attributes }) => attributes),
    ).toEqual([])
    expect(app.merchant.counts).toMatchObject({ ussd: { handler: 1 }, inboundMessage: { accepted: 1 } })
  })

  it('traces no address below a path of an application without a prefix', async () => {
    const { app, spans } = await traced({ verify: secretQuery('key', secret), inboundMessage: () => undefined })
    expect((await fetch(`${app.listeningOrigin}${paths.inboundMessage}/x?key=${secret}`)).status).toBe(404)
    expect(spans()).toEqual([])
  })
})

/** The example of the guide at work, until the test ends or it is stopped. */
async function exampleOf(options: MerchantWebhooksOptions) {
  const [block] = blocksOf('docs/guides/tracing.md').filter(({ language }) => language === 'ts')
  if (block === undefined) throw new Error('the guide has no example')
  const { traceMerchantWebhooks } = await run(workshop, block)
  if (typeof traceMerchantWebhooks !== 'function') throw new Error('the example exports its function')
  context.setGlobalContextManager(new AsyncContexts())
  onTestFinished(() => context.disable())
  const { app, spans } = await traced(options)
  const made: unknown = traceMerchantWebhooks()
  const stop = () => {
    if (typeof made === 'function') made()
  }
  onTestFinished(stop)
  const named = (name: string) => spans().filter((span) => span.name === name)
  return { app, spans, named, stop }
}

/** What an SDK brings: which span is active where. */
class AsyncContexts implements ContextManager {
  readonly #contexts = new AsyncLocalStorage<Context>()

  active(): Context {
    return this.#contexts.getStore() ?? ROOT_CONTEXT
  }

  with: ContextManager['with'] = (active, work, self, ...given) =>
    this.#contexts.run(active, () => work.call(self, ...given))

  bind: ContextManager['bind'] = (_context, target) => target

  enable = () => this

  disable = () => this
}

describe('the example of the guide', () => {
  it('makes spans of turns with their steps and of attempts, and nothing in them that a push brought', async () => {
    let isBroken = true
    const { app, spans, named, stop } = await exampleOf({
      verify: secretPath(secret),
      ussd: conversation(async (talk) => {
        await talk.load('price', async () => 5)
        return talk.end(`Tea for ${await talk.ask('Which?', text())}`)
      }),
      inboundMessage: ({ from }) => {
        if (isBroken) throw new Error(`${from} sent what nobody understands`)
      },
    })
    await pushed(app, `${paths.ussd}/${secret}`, samples.ussd)
    await pushed(app, `${paths.inboundMessage}/${secret}`, samples.inboundMessage)
    isBroken = false
    await pushed(app, `${paths.inboundMessage}/${secret}`, samples.inboundMessage)
    await vi.waitFor(() => expect(named('attempt inboundMessage')).toHaveLength(2))
    const [turn] = named('turn ussd')
    expect(turn?.attributes).toEqual({
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'ussd',
      registration: 'default',
      type: 'initiation',
      answered: 'handler',
    })
    const steps = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === turn?.spanContext().spanId)
    expect(steps.map(({ name }) => name)).toEqual(['verify', 'body', 'parse', 'handler', 'price', 'encode'])
    const attempts = named('attempt inboundMessage')
    expect(attempts.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET])
    expect(textOf(spans())).not.toMatch(/233|JOIN|tea|b1946|a-secret|nobody understands/i)
    const count = spans().length
    stop()
    await pushed(app, `${paths.ussd}/${secret}`, { ...samples.ussd, SessionId: 'another' })
    expect(spans()).toHaveLength(count)
  })

  it.each([
    ['memory', memoryStore],
    ['SQLite', () => newSqlite()()],
  ])('links attempts and repetitions to the acceptance of their notification, on %s', async (_name, store) => {
    const { app, named } = await exampleOf({ store: store(), verify: 'none', checkout: () => undefined })
    await pushed(app, paths.checkout, samples.checkout)
    await pushed(app, paths.checkout, samples.checkout)
    await vi.waitFor(() => expect(named('attempt checkout')).toHaveLength(1))
    const [accepted, again] = named('accept checkout')
    const [attempt] = named('attempt checkout')
    const context = accepted?.spanContext()
    expect(accepted?.links).toEqual([])
    for (const later of [again, attempt]) {
      expect(later?.links.map((link) => link.context)).toEqual([context])
      expect(later?.parentSpanContext).toBeUndefined()
      expect(later?.spanContext().traceId).not.toBe(context?.traceId)
    }
    const messageId = accepted?.attributes['messaging.message.id']
    expect(messageId).toMatch(/^[0-9a-f]{32}$/)
    expect(accepted?.attributes).toEqual({
      'messaging.operation.type': 'receive',
      'messaging.destination.name': 'checkout',
      'messaging.message.id': messageId,
      registration: 'default',
      taken: 'accepted',
    })
    expect(again?.attributes).toEqual({ ...accepted?.attributes, taken: 'repeated' })
    expect(attempt?.attributes).toEqual({
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'checkout',
      'messaging.message.id': messageId,
      registration: 'default',
      number: 1,
    })
    expect([accepted, again, attempt].map((span) => span?.kind)).toEqual(Array(3).fill(SpanKind.CONSUMER))
  })

  it('makes spans of questions to the store, and of calls to the service within the span that asks', async () => {
    const { app, named } = await exampleOf({
      store: newSqlite()(),
      verify: 'none',
      deliveryReport: async () => {
        const client = new MerchantClient({
          baseUrl: 'http://127.0.0.1:9',
          apiId: 'id',
          apiKey: 'key-of-the-test',
          retries: 0,
          fetch: () => Promise.reject(new TypeError('no line')),
        })
        await trace.getTracer('shop').startActiveSpan('own', async (own) => {
          await client.messages.get('1').catch(() => undefined)
          own.end()
        })
      },
    })
    await pushed(app, paths.deliveryReport, samples.deliveryReport)
    await vi.waitFor(() => expect(named('attempt deliveryReport')).toHaveLength(1))
    expect(named('store inbox.accept')).toMatchObject([
      { kind: SpanKind.CLIENT, status: { code: SpanStatusCode.UNSET } },
    ])
    const [call] = named('client messages.get')
    expect(call).toMatchObject({ kind: SpanKind.CLIENT, status: { code: SpanStatusCode.ERROR } })
    expect(call?.parentSpanContext?.spanId).toBe(named('own')[0]?.spanContext().spanId)
  })
})
