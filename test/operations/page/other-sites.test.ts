import { describe, expect, it } from 'vitest'
import { operatorRoutes } from '../../../src/operations/page/operator-routes.ts'
import { officeOf } from './office.ts'

const json = { 'content-type': 'application/json' }

describe('a request that the page has not sent', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another site of the same owner', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['that says nothing of itself', {}],
    ['from another origin, without the newer header', { origin: 'https://evil.example' }],
    ['from a frame without an origin', { origin: 'null' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['whose two headers disagree', { 'sec-fetch-site': 'cross-site', origin: 'here' }],
  ])('is refused at every address: %s', async (_name, given) => {
    const { ask, origin } = await officeOf()
    const headers = given.origin === 'here' ? { ...given, origin } : given
    for (const { path } of operatorRoutes) {
      expect(await ask(path, {}, headers), path).toMatchObject({ status: 403, body: { code: 'FMW_OPERATOR_ORIGIN' } })
    }
  })

  it('is let in where the browser says that it comes from the page, or its origin is this host', async () => {
    const { ask, origin } = await officeOf()
    expect((await ask('overview', {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await ask('overview', {}, { origin })).status).toBe(200)
  })

  it.each([
    ['application/x-www-form-urlencoded', 'name=a', 415],
    ['text/plain', '{"name":"a"}', 415],
    ['application/json', '{"name":', 400],
    ['application/json', '{"__proto__":{"name":"a"}}', 400],
    ['application/json', '[]', 400],
    ['application/json', 'null', 400],
    ['application/json', '{"name":"a","more":1}', 400],
    ['application/json', `{"name":"${'a'.repeat(70_000)}"}`, 413],
  ])('is refused as %s: %s', async (type, body, status) => {
    const { origin } = await officeOf()
    const answer = await fetch(`${origin}/operations/api/replay`, {
      method: 'POST',
      headers: { 'content-type': type, origin },
      body,
    })
    expect(answer.status).toBe(status)
  })

  it('finds nothing at an address that there is not, which says so as every refusal does', async () => {
    const { ask } = await officeOf()
    const nothing = { code: 'FMW_OPERATOR_UNKNOWN', message: 'There is nothing at this address' }
    expect(await ask('nothing')).toMatchObject({ status: 404, body: nothing })
  })

  it('changes nothing as a GET', async () => {
    const { origin } = await officeOf()
    for (const { path } of operatorRoutes) {
      expect((await fetch(`${origin}/operations/api/${path}`, { headers: json })).status, path).toBe(404)
    }
  })
})

describe('every answer', () => {
  it.each([
    ['what is shown', () => ['look' as const], 200],
    ['a refusal', () => [], 403],
    ['what is hidden', () => false as const, 404],
  ])('is kept nowhere, found by no search engine and framed by nobody: %s', async (_name, access, status) => {
    const { ask } = await officeOf({ access })
    const answer = await ask('overview')
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
  })
  it.each([
    ['none', null],
    ['same-origin', 'same-origin'],
    ['cross-site', 'same-origin'],
    [undefined, 'same-origin'],
  ])('cuts off the page that opened this one, where there may be one: Sec-Fetch-Site %s', async (site, policy) => {
    const { origin } = await officeOf()
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site }
    const answer = await fetch(`${origin}/operations/`, { headers })
    expect(answer.headers.get('cross-origin-opener-policy')).toBe(policy)
  })
})
