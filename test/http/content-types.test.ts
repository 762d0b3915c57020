import { describe, expect, it } from 'vitest'
import { type PushEvent, verifyWith } from '../../src/index.ts'
import { keptInMemory } from '../testing/stores.ts'
import { appWith } from './app.ts'
import { linesOf } from './lines.ts'

const json = '{"MessageId":"1","Status":"Sent"}'
const form = 'MessageId=1&Status=Sent'

async function report(contentType: string | undefined, payload: string | Buffer) {
  const seen: PushEvent[] = []
  const app = await appWith({ deliveryReport: (event) => seen.push(event) })
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  const response = await app.inject({ method: 'POST', url: '/delivery-report', headers, payload })
  return { response, seen }
}

describe('the content type', () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'text/json',
    'application/vnd.push+json',
    'application/problem+json; v=1',
    undefined,
  ]) {
    it(`${type ?? 'that is missing'} is JSON`, async () => {
      const { response, seen } = await report(type, json)
      expect(response.statusCode).toBe(200)
      expect(seen).toMatchObject([{ messageId: '1', raw: { MessageId: '1', Status: 'Sent' } }])
    })
  }

  for (const type of [
    '',
    'x',
    '/',
    'json',
    'utf-8',
    '; charset=utf-8',
    'application/',
    'application/json, application/json',
    'application/json charset=utf-8',
  ]) {
    it(`'${type}' is malformed, and the body is read as JSON, with a warning`, async () => {
      const lines = linesOf()
      const seen: PushEvent[] = []
      const host = { server: { logger: lines.logger } }
      const app = await appWith({ deliveryReport: (event) => seen.push(event) }, host)
      const headers = { 'content-type': type }
      const response = await app.inject({ method: 'POST', url: '/delivery-report', headers, payload: json })
      expect(response.statusCode).toBe(200)
      expect(seen).toMatchObject([{ messageId: '1', status: 'Sent' }])
      expect(lines.saying('a push was not as the reference has it')).toMatchObject([
        { notes: ['the content type is malformed; the body was read all the same'] },
      ])
    })
  }

  it.each([
    'application/x-www-form-urlencoded, application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded charset=utf-8',
  ])('%s is malformed, and a form all the same', async (type) => {
    expect((await report(type, form)).seen).toMatchObject([{ messageId: '1', status: 'Sent' }])
  })

  it('that is malformed keeps what cannot be read, ends a session politely, and verifiers see it', async () => {
    const types: unknown[] = []
    const verify = verifyWith('signature', ({ headers }) => types.push(headers['content-type']) > 0)
    const app = await appWith({
      verify,
      store: keptInMemory(),
      checkout: () => undefined,
      ussd: (_push, turn) => turn.prompt('Welcome'),
    })
    const send = (url: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: { 'content-type': 'json' }, payload })
    expect((await send('/checkout', '{"Data":')).statusCode).toBe(400)
    expect((await app.merchant.inbox.list()).entries).toMatchObject([{ kind: 'checkout', state: 'rejected' }])
    const turn = await send('/ussd', '{"SessionId":"a","Type":"","Message":"1"}')
    expect(turn.json()).toMatchObject({ Type: 'Release' })
    const begun = await send('/ussd', '{"SessionId":"b","Type":"Initiation"}')
    expect(begun.json()).toMatchObject({ Message: 'Welcome' })
    expect(types).toEqual(['json', 'json', 'json'])
  })

  it('of a body in chunks may be missing, too', async () => {
    const { response, seen } = await report(undefined, Buffer.from(json))
    expect(response.statusCode).toBe(200)
    expect(seen).toHaveLength(1)
  })

  for (const type of ['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=utf-8']) {
    it(`${type} is a form`, async () => {
      const { response, seen } = await report(type, `${form}&x=1&x=2&x=3`)
      expect(response.statusCode).toBe(200)
      expect(seen).toMatchObject([{ messageId: '1', status: 'Sent', raw: { x: ['1', '2', '3'] } }])
    })
  }

  for (const type of [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/plain, text/plain',
  ]) {
    it(`'${type}' is refused, with those that are taken`, async () => {
      const { response, seen } = await report(type, json)
      expect(response.statusCode).toBe(415)
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(response.json()).toEqual({
        type: 'about:blank',
        status: 415,
        title: 'Unsupported Media Type',
        code: 'FMW_CONTENT_TYPE',
        detail: 'The content type must be application/json or application/x-www-form-urlencoded',
        field: null,
        expected: 'application/json or application/x-www-form-urlencoded',
        received: 'another',
      })
      expect(seen).toEqual([])
    })
  }

  it('may not be a form where the service posts only JSON', async () => {
    const app = await appWith({ fulfilment: () => undefined, ussd: (_push, turn) => turn.end('Goodbye') })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const url of ['/fulfilment', '/ussd']) {
      const response = await app.inject({ method: 'POST', url, headers, payload: 'SessionId=a&Type=Initiation' })
      expect(response.statusCode).toBe(415)
      expect(response.json()).toMatchObject({ expected: 'application/json' })
    }
  })

  it('that is wrong ends a session politely where the body tells which', async () => {
    const app = await appWith({ ussd: (_push, turn) => turn.prompt('Welcome') })
    const payload = '{"SessionId":"a","Type":"Initiation"}'
    const headers = { 'content-type': 'text/plain' }
    const response = await app.inject({ method: 'POST', url: '/ussd', headers, payload })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ Type: 'Release', Message: 'Sorry, we could not read that. Please try again.' })
  })

  it.each([
    ['application/json', json],
    ['application/x-www-form-urlencoded', form],
  ])('%s may have a byte order mark behind it', async (type, text) => {
    const { seen } = await report(type, `\ufeff${text}`)
    expect(seen).toMatchObject([{ messageId: '1', status: 'Sent' }])
  })
})
