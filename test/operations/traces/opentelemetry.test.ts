import { FastifyOtelInstrumentation } from '@fastify/otel'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation, text } from '../../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, secretPath, secretQuery } from '../../../src/index.ts'
import { blocksOf } from '../../docs/documents.ts'
import { openWorkshop, run } from '../../docs/workshop.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
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

describe('the example of the guide', () => {
  it('makes spans of turns with their steps and of attempts, and nothing in them that a push brought', async () => {
    const [block] = blocksOf('docs/guides/tracing.md').filter(({ language }) => language === 'ts')
    if (block === undefined) throw new Error('the guide has no example')
    const { traceMerchantWebhooks } = await run(workshop, block)
    if (typeof traceMerchantWebhooks !== 'function') throw new Error('the example exports its function')
    let isBroken = true
    const { app, spans } = await traced({
      verify: secretPath(secret),
      ussd: conversation(async (talk) => {
        await talk.load('price', async () => 5)
        return talk.end(`Tea for ${await talk.ask('Which?', text())}`)
      }),
      inboundMessage: ({ from }) => {
        if (isBroken) throw new Error(`${from} sent what nobody understands`)
      },
    })
    const stop: unknown = traceMerchantWebhooks()
    onTestFinished(() => {
      if (typeof stop === 'function') stop()
    })
    await pushed(app, `${paths.ussd}/${secret}`, samples.ussd)
    await pushed(app, `${paths.inboundMessage}/${secret}`, samples.inboundMessage)
    isBroken = false
    await pushed(app, `${paths.inboundMessage}/${secret}`, samples.inboundMessage)
    await vi.waitFor(() => expect(spans().filter(({ name }) => name === 'attempt inboundMessage')).toHaveLength(2))
    const turn = spans().find(({ name }) => name === 'turn ussd')
    expect(turn?.attributes).toEqual({
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'ussd',
      registration: 'default',
      type: 'initiation',
      answered: 'handler',
    })
    const steps = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === turn?.spanContext().spanId)
    expect(steps.map(({ name }) => name)).toEqual(['verify', 'body', 'parse', 'handler', 'price', 'encode'])
    const attempts = spans().filter(({ name }) => name === 'attempt inboundMessage')
    expect(attempts.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET])
    expect(textOf(spans())).not.toMatch(/233|JOIN|tea|b1946|a-secret|nobody understands/i)
    const count = spans().length
    if (typeof stop === 'function') stop()
    await pushed(app, `${paths.ussd}/${secret}`, { ...samples.ussd, SessionId: 'another' })
    expect(spans()).toHaveLength(count)
  })
})
