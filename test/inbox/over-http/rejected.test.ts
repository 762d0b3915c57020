import { describe, expect, it } from 'vitest'
import type { InboxStore } from '../../../src/store/inbox-store.ts'
import { appWith, post } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { keptInMemory } from './kept.ts'

async function shop() {
  let inbox: InboxStore | undefined
  const app = await appWith({
    bodyLimit: 300,
    payment: () => undefined,
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
    ussd: (_push, turn) => turn.end('Goodbye'),
    store: keptInMemory((opened) => {
      inbox = opened.inbox
      return {}
    }),
  })
  const rejected = async () => {
    const { entries = [] } = (await inbox?.list({ registration: 'default', states: ['rejected'], limit: 100 })) ?? {}
    return Promise.all(entries.map(({ id }) => inbox?.get('default', id)))
  }
  return { app, rejected }
}

const textOf = (payload: Uint8Array | undefined) => Buffer.from(payload ?? []).toString()

describe('what cannot be read', () => {
  it.each([
    ['no JSON', '{"ResponseCode":', 'FMW_BODY', /valid JSON/],
    ['no object', '[1,2]', 'FMW_BODY', /JSON object/],
    ['a field that is not what it must be', '{"MessageId":"1"}', 'FMW_FIELD', /Status/],
    ['bytes', Buffer.from([0xff, 0, 0xfe]), 'FMW_BODY', /valid JSON/],
  ])('is answered with 400 and kept as it came: %s', async (_name, body, code, reason) => {
    const { app, rejected } = await shop()
    const response = await post(app, paths.deliveryReport, body)
    expect([response.statusCode, response.json().code]).toEqual([400, code])
    const [entry, ...others] = await rejected()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ kind: 'deliveryReport', form: 'body', reason: expect.stringMatching(reason) })
    expect(entry?.finishedAt).not.toBeNull()
    expect(textOf(entry?.payload)).toBe(Buffer.from(body).toString())
    expect(app.merchant.counts.deliveryReport).toEqual({ rejected: 1 })
  })

  it('is kept with another content type too', async () => {
    const { app, rejected } = await shop()
    const headers = { 'content-type': 'text/csv' }
    const response = await app.inject({ method: 'POST', url: paths.checkout, headers, payload: 'a,b' })
    expect(response.statusCode).toBe(415)
    expect((await rejected()).map((entry) => textOf(entry?.payload))).toEqual(['a,b'])
  })

  it('is kept with the fields of its query where it has no body', async () => {
    const { app, rejected } = await shop()
    const response = await app.inject({ method: 'GET', url: `${paths.inboundMessage}?to=1900&text=hello` })
    expect(response.statusCode).toBe(400)
    const [entry] = await rejected()
    expect(entry?.form).toBe('push')
    expect(JSON.parse(textOf(entry?.payload))).toEqual({ carrier: 'query', fields: { to: '1900', text: 'hello' } })
  })

  it('is not kept where there is nothing of it, where nobody may push, or on a turn', async () => {
    const { app, rejected } = await shop()
    expect((await post(app, paths.checkout, '')).statusCode).toBe(400)
    expect((await post(app, paths.checkout, `"${'x'.repeat(400)}"`)).statusCode).toBe(413)
    expect((await app.inject({ method: 'PUT', url: paths.checkout })).statusCode).toBe(405)
    await post(app, paths.ussd, '{"SessionId":1}')
    expect(await rejected()).toEqual([])
  })

  it('stops nothing that comes after it', async () => {
    const { app } = await shop()
    await post(app, paths.deliveryReport, 'no')
    expect((await post(app, paths.deliveryReport, samples.deliveryReport)).statusCode).toBe(200)
  })
})
