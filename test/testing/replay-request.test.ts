import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replay } from '../../src/testing/replay.ts'

/** An application of somebody else: it answers with what it was sent. */
const echo = async (): Promise<FastifyInstance> => {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/echo', async ({ method, headers, query, body }) => ({
    method,
    type: headers['content-type'] ?? null,
    own: headers['x-own'] ?? null,
    query,
    body: body ?? null,
  }))
  app.post('/moved', async (_request, reply) => reply.redirect('/echo', 307))
  app.post('/text', async (_request, reply) => reply.header('x-one', '1').send('not JSON'))
  return app
}

describe('replay sends exactly what the fixture has', () => {
  let app: FastifyInstance
  let address: string

  beforeAll(async () => {
    app = await echo()
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  it('a body as JSON', async () => {
    const { json } = await replay(`${address}/echo`, {
      kind: 'ussd',
      request: { method: 'POST', body: { Type: 'Timeout', Message: 'é' } },
    })
    expect(json).toMatchObject({ method: 'POST', type: 'application/json', body: '{"Type":"Timeout","Message":"é"}' })
  })

  it('a body under a content type of its own, however its name is written', async () => {
    const { json } = await replay(`${address}/echo`, {
      kind: 'ussd',
      request: { method: 'POST', body: null, headers: { 'Content-Type': 'text/json' } },
    })
    expect(json).toMatchObject({ type: 'text/json', body: 'null' })
  })

  it('a text without any content type', async () => {
    const { json } = await replay(`${address}/echo`, { kind: 'ussd', request: { method: 'POST', text: 'as it is' } })
    expect(json).toMatchObject({ type: null })
  })

  it('a query added to that of the address, repeated names included', async () => {
    const { json } = await replay(`${address}/echo?key=1`, {
      kind: 'inboundMessage',
      request: { method: 'GET', query: { from: ['a', 'b'], text: 'tea & cake' } },
    })
    expect(json).toMatchObject({ method: 'GET', query: { key: '1', from: ['a', 'b'], text: 'tea & cake' }, body: null })
  })

  it('with headers of the caller over its own', async () => {
    const request = { method: 'POST', headers: { 'x-own': 'fixture', 'content-type': 'text/plain' } } as const
    const { json } = await replay(
      `${address}/echo`,
      { kind: 'ussd', request: { ...request, text: 'x' } },
      { headers: { 'X-Own': 'caller' } },
    )
    expect(json).toMatchObject({ own: 'caller', type: 'text/plain' })
  })

  it('and gives the answer as it came: no redirect is followed, and what is no JSON stays text', async () => {
    expect(await replay(`${address}/moved`, 'ussd/timeout')).toMatchObject({ status: 307, body: '', json: undefined })
    expect(await replay(`${address}/text`, 'ussd/timeout')).toMatchObject({
      status: 200,
      body: 'not JSON',
      json: undefined,
      headers: { 'x-one': '1' },
    })
  })
})
