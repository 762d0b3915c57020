import swagger from '@fastify/swagger'
import { describe, expect, it } from 'vitest'
import { secretPath } from '../../src/index.ts'
import { appWith } from './app.ts'
import { paths } from './samples.ts'

async function documented() {
  const app = await appWith(
    {
      prefix: '/push',
      verify: secretPath('the-right-secret'),
      ussd: (_push, turn) => turn.end('Goodbye'),
      programmable: (_push, turn) => turn.end('Goodbye'),
      payment: () => undefined,
      deliveryReport: () => undefined,
      inboundMessage: () => undefined,
    },
    { prepare: (host) => host.register(swagger, { openapi: { info: { title: 'Shop', version: '1' } } }) },
  )
  await app.ready()
  // The document as whoever fetches it reads it.
  const document: unknown = JSON.parse(JSON.stringify(app.swagger()))
  return document
}

const inSpec = (path: string) => `/push${path}/{secret}`

describe('@fastify/swagger', () => {
  it('shows a POST for every kind, and a GET for those that travel in a query', async () => {
    const shown = Object.entries(pathsOf(await documented())).map(([path, item]) => [
      path,
      Object.keys(item).toSorted(),
    ])
    const travels: string[] = [paths.deliveryReport, paths.inboundMessage]
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(
        Object.values(paths).map((path) => [inSpec(path), travels.includes(path) ? ['get', 'post'] : ['post']]),
      ),
    )
  })

  it.each([
    ['ussd', ['Mobile', 'SessionId', 'ServiceCode', 'Type', 'Message', 'Operator', 'Sequence', 'ClientState']],
    ['programmable', ['Type', 'Message', 'ServiceCode', 'Operator', 'ClientState', 'Mobile', 'SessionId', 'Sequence']],
    ['checkout', ['ResponseCode', 'Status', 'Data']],
    ['fulfilment', ['SessionId', 'OrderId', 'ExtraData', 'OrderInfo']],
    ['ussdPayment', ['ResponseCode', 'Message', 'Data']],
    ['deliveryReport', ['From', 'To', 'MessageId', 'ClientReference', 'Status']],
    ['inboundMessage', ['from', 'to', 'fulltext', 'keyword', 'text', 'account', 'campaign', 'date', 'network']],
  ] as const)('shows the fields of the reference for %s', async (kind, names) => {
    const document = await documented()
    const properties = Object.fromEntries(names.map((name) => [name, {}]))
    expect(pathsOf(document)[inSpec(paths[kind])]).toMatchObject({
      post: {
        summary: `Receives ${kind}`,
        tags: ['merchant-webhooks'],
        requestBody: { content: { 'application/json': { schema: { properties } } } },
      },
    })
  })

  it('shows what a turn is answered with', async () => {
    const document = pathsOf(await documented())
    expect(document[inSpec(paths.ussd)]).toMatchObject({
      post: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  title: 'USSD reply',
                  required: ['Type', 'Message'],
                  properties: { ClientState: { maxLength: 100 }, Amount: { exclusiveMinimum: 0 } },
                },
              },
            },
          },
        },
      },
    })
    expect(document[inSpec(paths.programmable)]).toMatchObject({
      post: {
        responses: { 200: { content: { 'application/json': { schema: { title: 'Programmable service reply' } } } } },
      },
    })
    expect(document[inSpec(paths.checkout)]).toMatchObject({
      post: { responses: { 200: { description: 'Acknowledged; the body is a setting' } } },
    })
  })

  it('shows the forms and the query parameters that are taken', async () => {
    const document = pathsOf(await documented())
    expect(document[inSpec(paths.deliveryReport)]).toMatchObject({
      post: { requestBody: { content: { 'application/x-www-form-urlencoded': {} } } },
      get: {
        parameters: expect.arrayContaining([
          expect.objectContaining({ in: 'query', name: 'MessageId', required: false }),
          expect.objectContaining({ in: 'query', name: 'Status' }),
          expect.objectContaining({ in: 'path', name: 'secret' }),
        ]),
      },
    })
    expect(JSON.stringify(document[inSpec(paths.fulfilment)])).not.toContain('x-www-form-urlencoded')
  })

  it('shows kinds that share a path together, and no secret', async () => {
    const app = await appWith(
      {
        verify: secretPath('the-right-secret'),
        deliveryReport: { path: '/messages', handler: () => undefined },
        inboundMessage: { path: '/messages', handler: () => undefined },
      },
      { prepare: (host) => host.register(swagger, { openapi: {} }) },
    )
    await app.ready()
    const document = JSON.stringify(app.swagger())
    expect(document).toContain('Receives deliveryReport, inboundMessage')
    expect(document).toContain('"anyOf":[{"title":"Delivery report"')
    expect(document).not.toContain('the-right-secret')
  })
})

function pathsOf(document: unknown): Record<string, Record<string, unknown>> {
  const { paths: shown }: { paths: Record<string, Record<string, unknown>> } = JSON.parse(JSON.stringify(document))
  return shown
}
