import { describe, expect, it } from 'vitest'
import { anyOf, type PushEvent, secretHeader, secretQuery } from '../../src/index.ts'
import { appWith } from './app.ts'

const verify = secretQuery('key', ['the-right-secret', 'an-older-secret'])
const json = { 'content-type': 'application/json' }

describe('a secret in the query', () => {
  it('is never in an event, whichever way the push came', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({
      verify,
      inboundMessage: (event) => seen.push(event),
      checkout: (event) => seen.push(event),
    })
    const key = 'key=the-right-secret'
    const from = 'from=%2B233000000000'
    const answers = [
      await app.inject({ method: 'GET', url: `/inbound-message?${from}&${key}&text=a` }),
      await app.inject({ method: 'POST', url: `/inbound-message?${key}&${from}&text=b` }),
      await app.inject({
        method: 'POST',
        url: `/inbound-message?${key}&${from}`,
        headers: json,
        payload: '{"text":"c"}',
      }),
      await app.inject({
        method: 'POST',
        url: `/inbound-message?${key}`,
        headers: json,
        payload: '{"from":"+233000000000","text":"d"}',
      }),
      await app.inject({ method: 'POST', url: `/checkout?${key}`, headers: json, payload: '{"CheckoutId":"e"}' }),
      await app.inject({ method: 'GET', url: '/checkout?CheckoutId=f&key=an-older-secret' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(seen).toHaveLength(6)
    expect(JSON.stringify(seen)).not.toMatch(/secret|"key"/)
    expect(seen[2]?.raw).toEqual({ query: { from: '+233000000000' }, body: { text: 'c' } })
  })

  it('is needed, once and exactly', async () => {
    let handled = 0
    const app = await appWith({ verify, deliveryReport: () => ++handled })
    const push = 'MessageId=1&Status=Sent'
    for (const query of [
      push,
      `${push}&key=`,
      `${push}&key=wrong`,
      `${push}&KEY=the-right-secret`,
      `${push}&key=the-right-secret&key=the-right-secret`,
      `${push}&key[]=the-right-secret`,
    ]) {
      const url = `/delivery-report?${query}`
      expect((await app.inject({ method: 'GET', url })).statusCode).toBe(401)
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(401)
    }
    expect(handled).toBe(0)
  })

  it('is taken out where another way in was used', async () => {
    const seen: PushEvent[] = []
    const either = anyOf(verify, secretQuery('token', 'another-secret'), secretHeader('x-token', 'third-secret'))
    const app = await appWith({ verify: either, inboundMessage: (event) => seen.push(event) })
    const url = '/inbound-message?from=1&text=a&key=the-right-secret&token=another-secret'
    await app.inject({ method: 'POST', url, headers: { 'x-token': 'third-secret' } })
    expect(seen).toMatchObject([{ raw: { from: '1', text: 'a' } }])
    expect(JSON.stringify(seen)).not.toContain('secret')
  })
})
