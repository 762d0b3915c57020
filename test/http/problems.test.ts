import { describe, expect, it } from 'vitest'
import { appWith, post } from './app.ts'

const notifications = {
  checkout: () => undefined,
  fulfilment: () => undefined,
  ussdPayment: () => undefined,
  deliveryReport: () => undefined,
  inboundMessage: () => undefined,
}

interface Row {
  readonly url: string
  readonly body: string | object
  readonly field: string | null
  readonly expected: string
  readonly received: string
}

const rows: Row[] = [
  { url: '/checkout', body: '{"a":', field: null, expected: 'valid JSON', received: 'text that is not JSON' },
  { url: '/checkout', body: '', field: null, expected: 'a JSON object', received: 'an empty body' },
  { url: '/fulfilment', body: '', field: null, expected: 'a JSON object', received: 'an empty body' },
  { url: '/inbound-message', body: '', field: null, expected: 'a JSON object', received: 'an empty body' },
  { url: '/checkout', body: '[]', field: null, expected: 'a JSON object', received: 'an array' },
  { url: '/checkout', body: '"0000"', field: null, expected: 'a JSON object', received: 'a string' },
  { url: '/checkout', body: '17', field: null, expected: 'a JSON object', received: 'a number' },
  { url: '/checkout', body: '1234567890123456789', field: null, expected: 'a JSON object', received: 'a number' },
  { url: '/checkout', body: 'null', field: null, expected: 'a JSON object', received: 'null' },
  {
    url: '/checkout',
    body: '{"__proto__":{"paid":true}}',
    field: '__proto__',
    expected: 'left out: the name is not allowed',
    received: 'it',
  },
  {
    url: '/checkout',
    body: { Data: { Status: 'Success' } },
    field: 'Data.CheckoutId',
    expected: 'the identifier of the checkout, or ClientReference instead',
    received: 'neither',
  },
  {
    url: '/checkout',
    body: { Data: { CheckoutId: { id: 1 } } },
    field: 'Data.CheckoutId',
    expected: 'text that identifies',
    received: 'an object',
  },
  {
    url: '/checkout',
    body: { Data: { CheckoutId: 'a', Amount: -5 } },
    field: 'Data.Amount',
    expected: 'an amount of 0 or more',
    received: 'a negative number',
  },
  {
    url: '/checkout',
    body: { Data: { CheckoutId: 'a', Amount: 'fifty' } },
    field: 'Data.Amount',
    expected: 'an amount',
    received: 'a string',
  },
  {
    url: '/checkout',
    body: { Data: { CheckoutId: 'a', checkoutid: 'b' } },
    field: 'Data.CheckoutId',
    expected: 'given once',
    received: 'two spellings that differ',
  },
  {
    url: '/delivery-report',
    body: { MessageId: '1' },
    field: 'Status',
    expected: 'a delivery status',
    received: 'nothing',
  },
  {
    url: '/delivery-report',
    body: { MessageId: 'a\u0000', Status: 'Sent' },
    field: 'MessageId',
    expected: 'well-formed text',
    received: 'a NUL or a lone surrogate',
  },
  { url: '/inbound-message', body: { text: 'a' }, field: 'from', expected: 'the sender', received: 'nothing' },
  {
    url: '/inbound-message?from=1&text=a',
    body: { text: 'b' },
    field: 'text',
    expected: 'given once',
    received: 'two values, in the query and the body',
  },
]

describe('a push that cannot be read', () => {
  for (const { url, body, field, expected, received } of rows) {
    it(`is told: ${field ?? 'the body'} must be ${expected}; received ${received}`, async () => {
      const app = await appWith(notifications)
      const response = await post(app, url, body)
      expect(response.statusCode).toBe(400)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toEqual({
        type: 'about:blank',
        status: 400,
        title: 'Bad Request',
        code: field === null ? 'FMW_BODY' : 'FMW_FIELD',
        detail: `${field ?? 'The body'} must be ${expected}; received ${received}`,
        field,
        expected,
        received,
      })
    })
  }

  it('is answered with nothing of what it said', async () => {
    const app = await appWith(notifications)
    const named = await post(app, '/inbound-message?%2B233000000000=1', { '+233000000000': '2' })
    expect(named.json()).toMatchObject({ status: 400, field: null, received: 'two values, in the query and the body' })
    const valued = await post(app, '/checkout', { Data: { CheckoutId: 'a', Amount: '+233000000000x' } })
    expect(valued.statusCode).toBe(400)
    expect(named.body + valued.body).not.toContain('233')
  })

  it('is answered with a release on a turn whose session is known', async () => {
    const app = await appWith({
      programmable: (_push, turn) => turn.prompt('Welcome'),
      screens: { unreadable: 'Please dial again' },
    })
    for (const body of [
      { sessionId: 's-1' },
      { sessionId: 's-1', type: 'initiation', Type: 'response' },
      { sessionId: 's-1', type: 'initiation', message: { a: 1 } },
      '{"SessionId":"s-1","Type":"initiation","constructor":{}}',
      '\ufeff{"SessionId":"s-1","Type":"initiation","constructor":{}}',
      `{"SessionId":"s-1","Type":"initiation","Message":${'['.repeat(40)}${']'.repeat(40)}}`,
    ]) {
      const response = await post(app, '/programmable', body)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ SessionId: 's-1', Type: 'Release', Message: 'Please dial again' })
    }
  })

  it('is answered with a problem on a turn whose session is not', async () => {
    const app = await appWith({ ussd: (_push, turn) => turn.prompt('Welcome') })
    for (const body of [
      '{"SessionId":"a"',
      '[{"SessionId":"a"}]',
      { Type: 'Initiation' },
      { SessionId: ['a'], Type: 'Initiation' },
      { SessionId: 'a', sessionId: 'b', Type: 'Initiation' },
      { SessionId: 'a'.repeat(257), Type: 'Initiation' },
    ]) {
      const response = await post(app, '/ussd', body)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ title: 'Bad Request' })
    }
  })
})
