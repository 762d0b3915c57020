import { describe, expect, it } from 'vitest'
import { allOf, type PushEvent, secretPath, verifyWith } from '../../src/index.ts'
import { appWith } from './app.ts'

describe('a GET with a recognised field', () => {
  it('is a delivery report where its parameters are one, in any casing', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ deliveryReport: (event) => seen.push(event) })
    const { statusCode } = await app.inject({
      method: 'GET',
      url: '/delivery-report?messageid=7&STATUS=buffered+locally',
    })
    expect(statusCode).toBe(200)
    expect(seen).toMatchObject([
      { messageId: '7', status: 'Buffered Locally', raw: { messageid: '7', STATUS: 'buffered locally' } },
    ])
  })

  it('is an inbound message where its parameters are one', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ inboundMessage: (event) => seen.push(event) })
    const { statusCode } = await app.inject({
      method: 'GET',
      url: '/inbound-message?from=%2B233000000000&fulltext=a+b',
    })
    expect(statusCode).toBe(200)
    expect(seen).toMatchObject([{ from: '+233000000000', fulltext: 'a b' }])
  })

  it('is a turn where its parameters are one', async () => {
    const app = await appWith({ ussd: (push, turn) => turn.prompt(`You are at ${push.sequence}`) })
    const response = await app.inject({ method: 'GET', url: '/ussd?SessionId=a&Type=Initiation&Sequence=1' })
    expect(response.json()).toEqual({ Type: 'Response', Message: 'You are at 1' })
  })

  it('is never proof of money, because a browser may have sent it', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ checkout: (event) => seen.push(event) })
    await app.inject({ method: 'GET', url: '/checkout?CheckoutId=c&ResponseCode=0000&Status=Success&Amount=5' })
    expect(seen).toMatchObject([{ outcome: 'undetermined', amount: 5 }])
  })

  it('is answered with a problem where it is not whole', async () => {
    const app = await appWith({ deliveryReport: () => undefined })
    const response = await app.inject({ method: 'GET', url: '/delivery-report?Status=Sent' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ field: 'MessageId', received: 'nothing' })
  })

  it('is a problem where a parameter comes twice', async () => {
    const app = await appWith({ deliveryReport: () => undefined })
    const response = await app.inject({ method: 'GET', url: '/delivery-report?MessageId=1&MessageId=2&Status=Sent' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ field: 'MessageId', received: 'an array' })
  })

  it('is verified as a POST is', async () => {
    let handled = 0
    const app = await appWith({ verify: secretPath('the-right-secret'), deliveryReport: () => ++handled })
    const query = 'MessageId=1&Status=Sent'
    const wrong = await app.inject({ method: 'GET', url: `/delivery-report/a-wrong-secret?${query}` })
    expect(wrong.statusCode).toBe(401)
    expect(handled).toBe(0)
    const right = await app.inject({ method: 'GET', url: `/delivery-report/the-right-secret?${query}` })
    expect(right.statusCode).toBe(200)
    expect(handled).toBe(1)
  })

  it('has an empty body for verifiers that need one', async () => {
    const bodies: number[] = []
    const signature = verifyWith(
      'signature',
      ({ rawBody, headers }) => {
        bodies.push(rawBody.length)
        return headers['x-signature'] === 'good'
      },
      { needsBody: true },
    )
    const app = await appWith({ verify: signature, deliveryReport: () => undefined })
    const url = '/delivery-report?MessageId=1&Status=Sent'
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(401)
    expect((await app.inject({ method: 'GET', url, headers: { 'x-signature': 'good' } })).statusCode).toBe(200)
    expect(bodies).toEqual([0, 0])
  })

  it('is asked both questions of a combination', async () => {
    const signature = verifyWith('signature', ({ headers }) => headers['x-signature'] === 'good', { needsBody: true })
    const app = await appWith({
      verify: allOf(secretPath('the-right-secret'), signature),
      deliveryReport: () => undefined,
    })
    const query = '?MessageId=1&Status=Sent'
    const get = async (secret: string, sign: string) =>
      (
        await app.inject({
          method: 'GET',
          url: `/delivery-report/${secret}${query}`,
          headers: { 'x-signature': sign },
        })
      ).statusCode
    expect(await get('the-right-secret', 'good')).toBe(200)
    expect(await get('the-right-secret', 'bad')).toBe(401)
    expect(await get('a-wrong-secret', 'good')).toBe(401)
  })
})
