import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maskDetail } from '../../src/client/call-service.ts'
import { failureOf, faultOf } from './caught.ts'
import { invoice } from './invoice.ts'
import { type Reply, type StubService, startService } from './stub-service.ts'

let service: StubService

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const key = 'the-secret key+1'
const phone = '+233000000000'
const basic = Buffer.from(`the-id:${key}`).toString('base64')
const hidden = [key, encodeURIComponent(key), basic, phone, '233000000000', 'a-secret-of-the-path', 'quick-secret']

/** An answer that quotes back whatever it was told. */
const echo = `no: ${key} ${encodeURIComponent(key)} ${basic} ${phone} quick-secret ${invoice.callbackUrl}`

describe('errors and log lines of every way in which a call fails', () => {
  it.each<readonly [string, Reply]>([
    ['a code', { body: { responseCode: '2001', message: echo } }],
    ['a code, told in another field', { body: { responseCode: '4105', status: echo } }],
    ['a status', { status: 400, body: { message: echo } }],
    ['no credentials', { status: 401, body: { message: echo } }],
    ['a body that is none', { body: echo }],
    ['a page', { status: 502, body: echo }],
    ['a reference that is another', { body: { responseCode: '0000', data: { clientReference: echo } } }],
    ['a redirect', { status: 302, headers: { location: `https://api.example/?key=${encodeURIComponent(key)}` } }],
    ['a connection that breaks', (response) => response.destroy()],
    ['no answer', () => undefined],
  ])('show no credentials, no address and no whole phone number: %s', async (_what, reply) => {
    service.answer(reply)
    const lines: unknown[] = []
    const keep = (...line: readonly unknown[]) => lines.push(line)
    const log = { debug: keep, info: keep, warn: keep, error: keep }
    const options = { log, apiKey: key, clientId: 'quick', clientSecret: 'quick-secret', timeout: 300 }
    const client = service.client(options)
    const errors = [
      await failureOf(client.checkout.create({ ...invoice, payeeMobileNumber: phone })),
      await client.messages.quickSend({ from: 'Shop', to: phone, content: 'Welcome' }).catch((error: unknown) => error),
    ]
    expect(lines.length).toBeGreaterThan(0)
    const shown = inspect([errors, lines], { depth: 9, showHidden: true }) + JSON.stringify([errors, lines])
    expect(hidden.filter((secret) => shown.includes(secret))).toEqual([])
  })

  it('show none either where fetch itself quotes the address', async () => {
    const fetch = async (address: unknown) => {
      throw new TypeError(`Failed to fetch ${address}`)
    }
    const client = service.client({ fetch, clientId: 'quick', clientSecret: 'quick-secret' })
    const error = await failureOf(client.messages.quickSend({ from: 'Shop', to: phone, content: 'Welcome' }))
    expect(error.detail).toBe('Failed to fetch (an address)')
  })

  it('show no rest of a secret that another is a part of', async () => {
    const client = service.client({ apiId: 'shop', apiKey: 'shop-live-9f3c', clientId: 'q', clientSecret: 'q-tail' })
    service.answer({ body: { responseCode: '4105', message: 'unknown key shop-live-9f3c' } })
    expect((await failureOf(client.checkout.create(invoice))).detail).toBe('unknown key ***')
    service.answer({ status: 400, body: { message: `Rejected: Hi ${phone} your PIN is 4821, from q-tail` } })
    const content = `Hi ${phone} your PIN is 4821`
    expect((await failureOf(client.messages.send({ from: 'Shop', to: phone, content }))).detail).toBe(
      'Rejected: ***, from ***',
    )
  })

  it('leave no gaps for credentials that are hardly any, and hide what is made of them', async () => {
    const client = service.client({ apiId: 'a', apiKey: 'key', clientId: 'b', clientSecret: 'tail' })
    const authorization = Buffer.from('a:key').toString('base64')
    service.answer({ body: { responseCode: '4105', message: `a keyboard belongs to b: ${authorization}, tail` } })
    expect((await failureOf(client.checkout.create(invoice))).detail).toBe('a keyboard belongs to b: ***, ***')
  })

  it.each([
    ['inside JSON', String.raw`"callbackUrl":"https:\/\/shop.example\/push\/a-path\/checkout?mref=o1&msig=1.a-sign"`],
    ['within another address', 'no https%3A%2F%2Fshop.example%2Fpush%2Fa-path%2Fcheckout%3Fmsig%3D1.a-sign'],
    ['without its scheme', 'no checkout?mref=o1&msig=1.a-sign'],
    ['by its parameters', '{"mref":"o1","msig":"1.a-sign"}'],
  ])('show no signed address, however it is quoted: %s', (_what, detail) => {
    const shown = maskDetail(detail, [])
    expect(shown).not.toMatch(/a-path|a-sign/)
    expect(shown).toMatch(/\(an address\)|\(a signature\)/)
  })

  it('show no credentials on a page, and no Basic without the signs at its end', async () => {
    const apiKey = `key "of" 'Ama' & <Co>`
    const basicOf = Buffer.from(`the-id:${apiKey}`).toString('base64')
    expect(basicOf).toMatch(/=$/)
    const onPage = 'key &quot;of&quot; &#39;Ama&#39; &amp; &lt;Co&gt;'
    service.answer({ status: 400, body: { message: `no ${onPage}, no ${basicOf.replace(/=+$/, '')}` } })
    expect((await failureOf(service.client({ apiKey }).checkout.create(invoice))).detail).toBe('no ***, no ***')
  })

  const accented = 'Kéy/9+secret=zQ'
  it.each([
    ['in small escapes of an address', 'K%c3%a9y%2f9%2bsecret%3dzQ'],
    ['as a page has it', 'K&#233;y/9+secret=zQ'],
    ['as a page has it by name', 'K&eacute;y&#47;9&#x2b;secret=zQ'],
    ['in capitals', accented.toUpperCase()],
    ['in another normal form', accented.normalize('NFD')],
    ['in the header', Buffer.from(`the-id:${accented}`).toString('base64')],
    ['in the header, for addresses', Buffer.from(`the-id:${accented}`).toString('base64url')],
    ['in a header that is cut short', Buffer.from(`the-id:${accented}`).toString('base64').slice(0, -5)],
    ['encoded', Buffer.from(accented).toString('base64')],
  ])('show no key %s', async (_what, quoted) => {
    service.answer({ status: 400, body: { message: `the key ${quoted} is locked` } })
    const { detail } = await failureOf(service.client({ apiKey: accented }).checkout.create(invoice))
    expect(detail).toBe('the key *** is locked')
  })

  it.each([
    ['see api.example/v1/send?tok=abc', 'see (an address)'],
    ['see //h.example/a?tok=abc', 'see (an address)'],
    ['see api.example/push/a-secret', 'see (an address)'],
    ['at /send?tok=abc (api.example:8080/a-path)', 'at (an address) ((an address))'],
    ['no connection to api.example:443', 'no connection to api.example:443'],
    ['and/or? 24.11.2026/7 // is 1/2', 'and/or? 24.11.2026/7 // is 1/2'],
  ])('show no address without its scheme: %s', (detail, shown) => {
    expect(maskDetail(detail, [])).toBe(shown)
  })

  it('name the field of a refused request and not its value', async () => {
    const wrong = { ...invoice, callbackUrl: 'nowhere a-secret-of-the-path', payeeMobileNumber: phone }
    const shown = inspect(await faultOf(service.client().checkout.create(wrong)))
    expect(hidden.filter((secret) => shown.includes(secret))).toEqual([])
  })
})

describe('what the service says beside its code', () => {
  it('is shortened', () => {
    expect(maskDetail('x'.repeat(1_000), [])).toHaveLength(300)
  })

  it('is nothing where it is blank', () => {
    expect(maskDetail('  ', [])).toBeNull()
    expect(maskDetail(null, [])).toBeNull()
  })

  it('keeps what is no secret', () => {
    expect(maskDetail(' Sender is not allowed (see 12) ', ['the-key'])).toBe('Sender is not allowed (see 12)')
  })
})
