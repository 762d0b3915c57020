import { describe, expect, it } from 'vitest'
import type { Kind } from '../../src/index.ts'
import { post } from './app.ts'
import { kinds, type Receiver, receiver } from './receiver.ts'
import { paths, samples } from './samples.ts'

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** The push of a kind with a field set beside its others, written as text so that no value is lost on the way. */
function withField(kind: Kind, name: string, json: string): string {
  const text = JSON.stringify(samples[kind])
  return `${text.slice(0, -1)},${JSON.stringify(name)}:${json}}`
}

/** The push of a kind with every value of its own replaced. */
const withEvery = (kind: Kind, value: unknown): string => JSON.stringify(replaceEvery(samples[kind], value))

function replaceEvery(old: unknown, value: unknown): unknown {
  if (Array.isArray(old)) return old.map((one) => replaceEvery(one, value))
  if (typeof old !== 'object' || old === null) return value
  return Object.fromEntries(Object.entries(old).map(([name, one]) => [name, replaceEvery(one, value)]))
}

const bodies: [name: string, body: (kind: Kind) => string | Buffer][] = [
  ['malformed JSON', () => '{"SessionId":"a",}'],
  ['JSON that stops', (kind) => JSON.stringify(samples[kind]).slice(0, -3)],
  ['JSON with more behind it', (kind) => `${JSON.stringify(samples[kind])}{}`],
  ['nothing', () => ''],
  ['white space', () => ' \n\t'],
  ['only a byte order mark', () => '\ufeff'],
  ['two byte order marks', (kind) => `\ufeff\ufeff${JSON.stringify(samples[kind])}`],
  ['an array', (kind) => JSON.stringify([samples[kind]])],
  ['a string', (kind) => JSON.stringify(JSON.stringify(samples[kind]))],
  ['a number', () => '1e400'],
  ['a name', () => 'true'],
  ['null', () => 'null'],
  ['XML', () => '<push><SessionId>a</SessionId></push>'],
  ['UTF-16', (kind) => Buffer.from(JSON.stringify(samples[kind]), 'utf16le')],
  ['random bytes', () => Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['values nested too deep', (kind) => withField(kind, 'Message', deep(40))],
  ['values nested far too deep', (kind) => withField(kind, 'Message', deep(20_000))],
  ['objects nested far too deep', (kind) => withField(kind, 'Data', nested(9_000))],
  ['two names that fold to one, nested far too deep', (kind) => withField(kind, 'sessionid', deep(9_000))],
  ['nothing but those two', () => `{"SessionId":${deep(12_000)},"sessionid":${deep(12_000)},"Type":"a"}`],
  ['__proto__', (kind) => withField(kind, '__proto__', '{"Amount":1,"isAdmin":true}')],
  ['constructor', (kind) => withField(kind, 'constructor', '{"prototype":{"isAdmin":true}}')],
  ['__proto__ further down', (kind) => withField(kind, 'MetaData', '{"x":[{"__proto__":{"isAdmin":true}}]}')],
]

const values: [name: string, value: unknown][] = [
  ['objects', { a: 1 }],
  ['arrays', ['a']],
  ['empty arrays', []],
  ['true', true],
  ['huge numbers', 1e308],
  ['negative numbers', -1],
  ['lone surrogates', 'a\ud800'],
  ['NUL', 'a\u0000b'],
  ['only NUL', '\u0000'],
  ['long text', 'x'.repeat(4_000)],
  ['empty text', ''],
  ['white space', '  '],
  ['null', null],
]

// A 4xx that says what is wrong, or on a turn whose session is known a release, or it is taken after all.
async function expectCalm({ app }: Receiver, kind: Kind, body: string | Buffer) {
  const response = await post(app, paths[kind], body)
  expect([200, 400]).toContain(response.statusCode)
  if (response.statusCode === 400) {
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.json()).toMatchObject({ status: 400, detail: expect.stringContaining('must be') })
  }
  expect(Object.prototype).not.toHaveProperty('isAdmin')
  return response
}

describe('bad input on every kind', () => {
  it.each(bodies)('is answered calmly, and what comes next is served: %s', async (_name, body) => {
    const all = await receiver()
    for (const kind of kinds) {
      const { statusCode, json } = await expectCalm(all, kind, body(kind))
      // What is no push at all is never taken for one; where its session can be read, that is ended.
      if (statusCode === 200) {
        expect(['ussd', 'programmable']).toContain(kind)
        expect([kind, json()]).toMatchObject([kind, { Type: 'Release' }])
      }
    }
    await all.servesAll()
  })

  it.each(values)(
    'is answered calmly, and what comes next is served: every value replaced by %s',
    async (_name, value) => {
      const all = await receiver()
      for (const kind of kinds) await expectCalm(all, kind, withEvery(kind, value))
      await all.servesAll()
    },
  )
})

describe('a name in three casings', () => {
  it.each([
    ['ussd', '{"SessionId":"a","sessionId":"b","SESSIONID":"c","Type":"Initiation"}', 'SessionId'],
    ['deliveryReport', '{"MessageId":"a","messageId":"b","messageid":"c","Status":"Sent"}', 'MessageId'],
    ['checkout', '{"Data":{"CheckoutId":"a","checkoutId":"b","checkoutid":"c"}}', 'Data.CheckoutId'],
    ['fulfilment', '{"OrderId":"a","orderId":"b","orderid":"c"}', 'OrderId'],
    ['ussdPayment', '{"Data":{"TransactionId":"a","transactionId":"b","transactionid":"c"}}', 'Data.TransactionId'],
    ['inboundMessage', '{"from":"1","From":"2","FROM":"3","text":"a"}', 'from'],
  ] as const)('is refused where it decides which push it is: %s', async (kind, body, field) => {
    const { app, seen, servesAll } = await receiver()
    const response = await post(app, paths[kind], body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ field, expected: 'given once' })
    expect(seen).toEqual([])
    await servesAll()
  })

  it('is one where they say the same', async () => {
    const { app } = await receiver()
    const body = '{"SessionId":"a","sessionId":"a","SESSIONID":"a","Type":"Initiation"}'
    expect((await post(app, paths.ussd, body)).json()).toMatchObject({ Type: 'Response' })
  })
})

describe('an amount', () => {
  it.each(['-0.01', '-5', '1e308', '1e400', '90071992547409.93', '"1e5"', '"-5"', '"NaN"', '[5]', '{"a":5}', 'true'])(
    'of %s is refused on a checkout callback',
    async (amount) => {
      const { app, seen } = await receiver()
      const response = await post(
        app,
        paths.checkout,
        `{"ResponseCode":"0000","Data":{"CheckoutId":"a","Amount":${amount}}}`,
      )
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ field: 'Data.Amount' })
      expect(seen).toEqual([])
    },
  )
})

describe('rubbish in the address', () => {
  it.each([
    '/ussd%',
    '/ussd/%zz',
    '/ussd/%E0%A4%A',
    '/%2e%2e/ussd',
    '/ussd%2f',
    '/ussd/%00',
    '/ussd?%',
    '/ussd?%zz=%zz',
    '/ussd?a[b]=1&__proto__[x]=1',
    `/ussd/${'a'.repeat(3_000)}`,
    '//ussd',
    '/ussd/..%2f..%2f',
    '/ÿ',
  ])('is answered calmly: %s', async (url) => {
    const { app, servesAll } = await receiver()
    for (const method of ['GET', 'POST', 'HEAD', 'DELETE'] as const) {
      const { statusCode } = await app.inject({ method, url })
      expect(statusCode).toBeLessThan(500)
    }
    expect({}).not.toHaveProperty('x')
    await servesAll()
  })
})
