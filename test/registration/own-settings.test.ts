import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, type PaymentEvent, type PushEvent, secretPath } from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paths, samples } from '../http/samples.ts'

describe('a payment', () => {
  const money = ['checkout', 'fulfilment', 'ussdPayment'] as const

  it('goes to the one handler of payments, which is told its source', async () => {
    const seen: PaymentEvent[] = []
    const app = await appWith({ payment: (payment) => seen.push(payment) })
    for (const kind of money) await post(app, paths[kind], samples[kind])
    expect(seen).toMatchObject([
      { source: 'checkout', outcome: 'paid', clientReference: 'order-17' },
      { source: 'fulfilment', outcome: 'paid', clientReference: null },
      { source: 'ussdPayment', outcome: 'failed', clientReference: 'tea-1' },
    ])
  })

  it('goes to the handler of its kind where there is one, and nowhere where the kind is switched off', async () => {
    const seen: [handler: string, source: string][] = []
    const app = await appWith({
      payment: ({ source }) => seen.push(['payment', source]),
      fulfilment: ({ source }) => seen.push(['fulfilment', source]),
      ussdPayment: false,
    })
    expect((await post(app, paths.checkout, samples.checkout)).statusCode).toBe(200)
    expect((await post(app, paths.fulfilment, samples.fulfilment)).statusCode).toBe(200)
    expect((await post(app, paths.ussdPayment, samples.ussdPayment)).statusCode).toBe(404)
    expect(seen).toEqual([
      ['payment', 'checkout'],
      ['fulfilment', 'fulfilment'],
    ])
  })

  it('goes to the handler of payments at the path that its kind has', async () => {
    const seen: string[] = []
    const app = await appWith({ payment: ({ source }) => seen.push(source), checkout: { path: '/paid' } })
    expect((await post(app, '/paid', samples.checkout)).statusCode).toBe(200)
    expect((await post(app, '/checkout', samples.checkout)).statusCode).toBe(404)
    expect(seen).toEqual(['checkout'])
  })

  it('is verified as its kind says, else as payments are, else as everything is', async () => {
    const verify = secretPath('secret-of-payments')
    const options: MerchantWebhooksOptions = {
      payment: { handler: () => undefined, verify },
      // An unset setting of the kind does not open what payments closed.
      checkout: { verify: undefined },
      fulfilment: { verify: secretPath('secret-of-fulfilment') },
      deliveryReport: () => undefined,
    }
    const app = await appWith({ ...options, verify: 'none' })
    const status = async (url: string, payload: object) => (await post(app, url, payload)).statusCode
    expect(await status('/checkout', samples.checkout)).toBe(404)
    expect(await status('/checkout/secret-of-payments', samples.checkout)).toBe(200)
    expect(await status('/fulfilment/secret-of-payments', samples.fulfilment)).toBe(401)
    expect(await status('/fulfilment/secret-of-fulfilment', samples.fulfilment)).toBe(200)
    expect(await status('/delivery-report', samples.deliveryReport)).toBe(200)
  })
})

describe('the country', () => {
  it('reads national numbers, for all kinds and for each', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({
      country: 'GH',
      ussd: {
        handler: (push, turn) => {
          seen.push(push)
          return turn.end('Goodbye')
        },
      },
      inboundMessage: (message) => seen.push(message),
      deliveryReport: {
        handler: (report) => seen.push(report),
        country: { callingCode: '233', nationalLengths: [10] },
      },
    })
    await post(app, '/ussd', { ...samples.ussd, Mobile: '0000000000' })
    await post(app, '/inbound-message', { ...samples.inboundMessage, from: '0000000000' })
    await post(app, '/delivery-report', { ...samples.deliveryReport, To: '0000000000' })
    expect(seen).toMatchObject([
      { mobile: '0000000000', mobileInternational: '+233000000000' },
      { from: '0000000000', fromInternational: '+233000000000' },
      { to: '0000000000', toInternational: '+2330000000000' },
    ])
  })

  it('is not guessed', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({ inboundMessage: (message) => seen.push(message) })
    await post(app, '/inbound-message', { ...samples.inboundMessage, from: '0000000000' })
    expect(seen).toMatchObject([{ from: '0000000000', fromInternational: null }])
  })
})

describe('the identity of a notification', () => {
  it('names its attempts and lines, as the design has it or as it is set', async () => {
    const lines = linesOf()
    const ids: string[] = []
    const app = await appWith(
      {
        checkout: (_event, { entryId: id }) => ids.push(id),
        deliveryReport: {
          handler: (_event, { entryId: id }) => ids.push(id),
          identity: ({ clientReference }) => `mine:${clientReference}`,
        },
      },
      { server: { logger: lines.logger } },
    )
    await post(app, '/checkout', samples.checkout)
    await post(app, '/delivery-report', samples.deliveryReport)
    expect(ids).toEqual(['checkout:checkoutId:00000000000000000000000000000007|paid', 'deliveryReport:mine:note-3'])
    expect(lines.saying('a notification was handled').map(({ kind, id }) => [kind, id])).toEqual([
      ['checkout', ids[0]],
      ['deliveryReport', ids[1]],
    ])
  })

  it('that collides loses no payment: one that the service names otherwise is told, and contradicts', async () => {
    const told: (readonly [string | null, readonly string[]])[] = []
    const app = await appWith({
      ussdPayment: {
        handler: ({ paymentId, needsReview }) => told.push([paymentId, needsReview]),
        identity: ({ amountMinor }) => `ussd:${amountMinor}`,
      },
      checkout: {
        handler: ({ paymentId, needsReview }) => told.push([paymentId, needsReview]),
        identity: () => 'same',
      },
    })
    const notice = (TransactionId: string) => ({
      ResponseCode: '0000',
      Message: 'success',
      Data: { TransactionId, Amount: 5 },
    })
    const callback = (CheckoutId: string) => ({
      ResponseCode: '0000',
      Status: 'Success',
      Data: { CheckoutId, ClientReference: 'order-1', Status: 'Success', Amount: 5 },
    })
    for (const id of ['t1', 't2', 't3', 't1']) {
      expect((await post(app, '/ussd-payment', notice(id))).statusCode).toBe(200)
    }
    for (const id of ['c1', 'c2', 'c1']) expect((await post(app, '/checkout', callback(id))).statusCode).toBe(200)
    expect(told).toEqual([
      ['t1', []],
      ['t2', ['contradicted']],
      ['t3', ['contradicted']],
      ['c1', []],
      ['c2', ['contradicted']],
    ])
  })

  it('knows a payment again that the service does not name, however its repeat is worded', async () => {
    const told: (readonly string[])[] = []
    const app = await appWith({
      ussdPayment: { handler: ({ needsReview }) => told.push(needsReview), identity: () => 'the one of today' },
    })
    const notice = (Description: string) => ({
      ResponseCode: '0000',
      Message: 'success',
      Data: { Amount: 5, Description },
    })
    for (const message of ['Tea', 'Tea, 2 cups']) {
      expect((await post(app, '/ussd-payment', notice(message))).statusCode).toBe(200)
    }
    expect(told).toHaveLength(1)
  })

  it('that throws loses nothing: the push is known by its usual identity', async () => {
    let handled = 0
    const app = await appWith({
      deliveryReport: {
        handler: () => ++handled,
        identity: () => {
          throw new Error('no identity')
        },
      },
    })
    const response = await post(app, '/delivery-report', samples.deliveryReport)
    expect([response.statusCode, handled]).toEqual([200, 1])
  })
})

describe('a type that is not known', () => {
  it('is answered by onUnknownType, else by a polite release', async () => {
    const asked: string[] = []
    const options: MerchantWebhooksOptions = {
      ussd: {
        handler: (_push, turn) => turn.prompt('Welcome'),
        onUnknownType: (push, turn) => {
          asked.push(push.type)
          return turn.end(`No ${push.type} here`)
        },
      },
      programmable: {
        handler: (_push, turn) => turn.prompt('Welcome'),
        onUnknownType: async (push, turn) => turn.prompt(`No ${push.type} here`),
      },
    }
    const app = await appWith(options)
    const query = { Type: 'Query', Sequence: 2 }
    expect((await post(app, '/ussd', { ...samples.ussd, ...query })).json()).toEqual({
      Type: 'Release',
      Message: 'No Query here',
    })
    expect((await post(app, '/programmable', { ...samples.programmable, ...query })).json()).toMatchObject({
      Type: 'Response',
      Message: 'No Query here',
    })
    expect(asked).toEqual(['Query'])
    const without = await appWith({
      ussd: (_push, turn) => turn.prompt('Welcome'),
      screens: { unknownType: 'Dial again' },
    })
    expect((await post(without, '/ussd', { ...samples.ussd, ...query })).json()).toEqual({
      Type: 'Release',
      Message: 'Dial again',
    })
  })
})

describe('the replies', () => {
  it('are written as it is set for all turns, and for a kind over that', async () => {
    const app = await appWith({
      reply: { names: 'camel', typeWords: 'lower', envelope: true },
      screens: { failed: 'All failed' },
      ussd: () => Promise.reject(new Error('broken')),
      programmable: {
        handler: () => Promise.reject(new Error('broken')),
        reply: { typeWords: 'capital' },
        screens: { failed: 'The service failed' },
      },
    })
    expect((await post(app, '/ussd', samples.ussd)).json()).toEqual({ type: 'release', message: 'All failed' })
    expect((await post(app, '/programmable', samples.programmable)).json()).toMatchObject({
      status: 'Success',
      data: { type: 'Release', message: 'The service failed', sessionId: '59bcc3ad' },
    })
  })
})
