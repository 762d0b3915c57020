import { describe, expect, it } from 'vitest'
import type { PushEvent } from '../../src/index.ts'
import { appWith, post } from './app.ts'

async function message(query: string, contentType: string | undefined, payload?: string) {
  const seen: PushEvent[] = []
  const app = await appWith({ inboundMessage: (event) => seen.push(event) })
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  const url = `/inbound-message${query}`
  const response = await app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) })
  return { seen, status: response.statusCode, problem: response.body }
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

describe('a message by POST', () => {
  for (const type of [undefined, json, form]) {
    it(`may be all in the query, with ${type ?? 'no'} content type and no body`, async () => {
      const { seen, status } = await message('?from=%2B233000000000&text=tea', type)
      expect(status).toBe(200)
      const raw = { from: '+233000000000', text: 'tea' }
      expect(seen).toMatchObject([{ from: '+233000000000', text: 'tea', raw }])
    })
  }

  it('may be all in the body', async () => {
    const { seen } = await message('', form, 'from=%2B233000000000&text=tea')
    expect(seen).toMatchObject([{ text: 'tea', raw: { from: '+233000000000', text: 'tea' } }])
  })

  it('may be in both, and keeps both as they came', async () => {
    const { seen } = await message(
      '?from=%2B233000000000&to=1900',
      json,
      '{"text":"tea","TO":1900,"to":null,"from":null}',
    )
    expect(seen).toMatchObject([
      {
        from: '+233000000000',
        to: '1900',
        text: 'tea',
        raw: { query: { from: '+233000000000', to: '1900' }, body: { text: 'tea', TO: 1900, to: null, from: null } },
      },
    ])
  })

  it('may have an empty object for a body', async () => {
    const { seen } = await message('?from=%2B233000000000&text=tea', json, '{}')
    expect(seen).toMatchObject([{ text: 'tea', raw: { query: { text: 'tea' }, body: {} } }])
  })

  it('may say the same in both', async () => {
    const { status } = await message('?from=1&text=17&x=1&x=2', json, '{"text":17,"x":["1","2"]}')
    expect(status).toBe(200)
  })

  for (const body of [
    '{"text":"oil"}',
    '{"text":{"toString":1}}',
    '{"text":["tea"]}',
    '{"text":[]}',
    '{"text":true}',
  ]) {
    it(`is refused where both say it differently: ${body}`, async () => {
      const { status, problem } = await message('?from=1&text=tea', json, body)
      expect(status).toBe(400)
      expect(JSON.parse(problem)).toMatchObject({ field: 'text', expected: 'given once' })
    })
  }

  it('is not confused by names that every object has', async () => {
    const { seen, status } = await message('?from=1&toString=2&__proto__=3&hasOwnProperty=4', json, '{"text":"tea"}')
    expect(status).toBe(200)
    expect(seen).toMatchObject([{ text: 'tea' }])
  })

  it('does not hold the event loop with a form that repeats one name', async () => {
    const started = performance.now()
    const { seen } = await message('', form, `from=1&text=tea&${'x&'.repeat(32_000)}`)
    expect(seen).toHaveLength(1)
    // Milliseconds; growing a new list for each took ten seconds.
    expect(performance.now() - started).toBeLessThan(8_000)
  })

  it.each<readonly [string, string | undefined, string | undefined]>([
    ['?from=1&text=tea&text=tea', undefined, undefined],
    ['?from=1&from=1&text=tea&text=tea&text=tea', json, '{"text":"tea"}'],
    ['', form, 'from=1&text=tea&text=tea'],
  ])('is one where a name comes again with the same value: %s %s %s', async (query, type, body) => {
    const { seen, status } = await message(query, type, body)
    expect(status).toBe(200)
    expect(seen).toMatchObject([{ from: '1', text: 'tea' }])
    // As it came.
    expect(JSON.stringify(seen[0]?.raw)).toContain('"text":["tea","tea"')
  })

  it.each([
    ['text/plain', 'hello'],
    [json, 'null'],
    [json, '"hello"'],
    [json, ' '],
    [json, 'hello'],
    ['', 'hello'],
  ])('is all in the query where the body says nothing: %s %s', async (type, body) => {
    const { seen, status } = await message('?from=1&text=tea', type, body)
    expect(status).toBe(200)
    expect(seen).toMatchObject([{ from: '1', text: 'tea', raw: { query: { from: '1', text: 'tea' }, body } }])
  })

  it.each([
    ['text/plain', 'text=oil', 415],
    ['text/plain', '{"text":"oil"}', 415],
    [json, '{"text":"oil', 400],
    [json, '"{}"', 400],
    [json, '[{"text":"oil"}]', 400],
    [json, '\u0000', 400],
    ['application/xml', '<text>oil</text>', 415],
  ])('is refused where the body may say something: %s %s', async (type, body, expected) => {
    const { seen, status } = await message('?from=1&text=tea', type, body)
    expect([status, seen]).toEqual([expected, []])
  })

  it('is refused where the query is no whole message beside a body that says nothing', async () => {
    const { seen, status } = await message('?from=1', 'text/plain', 'hello')
    expect([status, seen]).toEqual([415, []])
  })

  it('of a report, too, is all in the query; of money never', async () => {
    const seen: PushEvent[] = []
    const handler = (event: PushEvent) => void seen.push(event)
    const app = await appWith({ deliveryReport: { path: '/push', handler }, checkout: { path: '/push', handler } })
    const send = async (query: string) => {
      const headers = { 'content-type': 'text/plain' }
      return (await app.inject({ method: 'POST', url: `/push?${query}`, headers, payload: 'ok' })).statusCode
    }
    expect(await send('MessageId=1&Status=Sent')).toBe(200)
    expect(await send('CheckoutId=1&Status=Success&ResponseCode=0000')).toBe(415)
    expect(seen).toMatchObject([{ kind: 'deliveryReport', messageId: '1' }])
  })

  it('is one by GET where a name comes again with the same value', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ inboundMessage: (event) => seen.push(event) })
    const get = async (query: string) =>
      (await app.inject({ method: 'GET', url: `/inbound-message${query}` })).statusCode
    expect(await get('?from=1&text=tea&text=tea')).toBe(200)
    expect(await get('?from=1&text=tea&text=oil')).toBe(400)
    expect(seen).toMatchObject([{ text: 'tea', raw: { from: '1', text: ['tea', 'tea'] } }])
  })

  it('of a kind that has no query ignores it', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ checkout: (event) => seen.push(event) })
    await post(app, '/checkout?CheckoutId=b&Status=Success', { Data: { CheckoutId: 'a' } })
    expect(seen).toMatchObject([{ checkoutId: 'a', status: null, raw: { Data: { CheckoutId: 'a' } } }])
  })
})
