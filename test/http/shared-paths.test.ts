import { describe, expect, it } from 'vitest'
import type { Kind, PushEvent } from '../../src/index.ts'
import { keptInMemory } from '../testing/stores.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { samples } from './samples.ts'

describe('kinds on one path', () => {
  it('are told by their shapes: interaction and fulfilment', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({
      programmable: { path: '/service', handler: (_push, turn) => turn.prompt('Welcome') },
      fulfilment: { path: '/service', handler: (event) => seen.push(event) },
    })
    expect((await post(app, '/service', samples.programmable)).json()).toMatchObject({ Message: 'Welcome' })
    expect((await post(app, '/service', samples.fulfilment)).json()).toEqual({ status: 'received' })
    expect(seen).toMatchObject([{ kind: 'fulfilment', orderId: 'f00d' }])
  })

  it('are told by their shapes: every notification but those of USSD payments', async () => {
    const seen: Kind[] = []
    const handler = ({ kind }: PushEvent) => seen.push(kind)
    const app = await appWith({
      checkout: { path: '/push', handler },
      fulfilment: { path: '/push', handler },
      deliveryReport: { path: '/push', handler },
      inboundMessage: { path: '/push', handler },
    })
    for (const kind of ['inboundMessage', 'checkout', 'deliveryReport', 'fulfilment'] as const) {
      expect((await post(app, '/push', samples[kind])).statusCode).toBe(200)
    }
    expect(seen).toEqual(['inboundMessage', 'checkout', 'deliveryReport', 'fulfilment'])
  })

  it('take the query and the forms that one of them takes', async () => {
    const seen: PushEvent[] = []
    const app = await appWith({
      fulfilment: { path: '/push', handler: (event) => seen.push(event) },
      deliveryReport: { path: '/push', handler: (event) => seen.push(event) },
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const report = (id: number) => `MessageId=${id}&Status=Sent`
    await app.inject({ method: 'POST', url: '/push', headers, payload: report(1) })
    await app.inject({ method: 'GET', url: `/push?${report(2)}` })
    await app.inject({ method: 'POST', url: `/push?${report(3)}` })
    expect(seen).toMatchObject([{ kind: 'deliveryReport' }, { kind: 'deliveryReport' }, { kind: 'deliveryReport' }])
  })

  it('are refused where the shape is none of theirs', async () => {
    const app = await appWith({
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
    })
    const response = await post(app, '/push', { Hello: 'World' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      field: null,
      expected: 'a push of deliveryReport or inboundMessage',
      received: 'a shape that could be told for none',
    })
  })

  it('are refused where the shape is that of two', async () => {
    const app = await appWith({
      checkout: { path: '/push', handler: () => undefined },
      fulfilment: { path: '/push', handler: () => undefined },
    })
    const response = await post(app, '/push', { OrderId: 'a', CheckoutId: 'b' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ expected: 'a push of checkout or fulfilment' })
  })

  it('end a session politely where one of them is a turn and the push is broken', async () => {
    const app = await appWith({
      fulfilment: { path: '/service', handler: () => undefined },
      programmable: { path: '/service', handler: (_push, turn) => turn.prompt('Welcome') },
    })
    const broken = await post(app, '/service', '{"SessionId":"s-1","Type":"initiation","__proto__":1}')
    expect(broken.json()).toMatchObject({ SessionId: 's-1', Type: 'Release' })
    const notice = await post(app, '/service', '{"SessionId":"s-1","OrderId":"a","OrderInfo":{},"__proto__":1}')
    expect(notice.statusCode).toBe(400)
    expect(notice.json()).toMatchObject({ field: '__proto__' })
  })

  it('are told by classify where their shapes are alike', async () => {
    const app = await appWith({
      ussd: { path: '/push', handler: (_push, turn) => turn.end('by USSD') },
      programmable: { path: '/push', handler: (_push, turn) => turn.end('by the service') },
      classify: (body) => ('Sequence' in body ? 'ussd' : 'programmable'),
    })
    expect((await post(app, '/push', samples.ussd)).json()).toMatchObject({ Message: 'by USSD' })
    expect((await post(app, '/push', samples.programmable)).json()).toMatchObject({ Message: 'by the service' })
  })

  it('are told by their shapes where classify does not say', async () => {
    const seen: Kind[] = []
    const handler = ({ kind }: PushEvent) => seen.push(kind)
    const app = await appWith({
      deliveryReport: { path: '/push', handler },
      ussdPayment: { path: '/push', handler },
      classify: (body) => ('TransactionId' in body ? 'ussdPayment' : undefined),
    })
    await post(app, '/push', { TransactionId: '1' })
    await post(app, '/push', samples.deliveryReport)
    expect(seen).toEqual(['ussdPayment', 'deliveryReport'])
  })

  it('are refused where classify names another kind', async () => {
    const app = await appWith({
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
      classify: () => 'ussd',
    })
    expect((await post(app, '/push', samples.deliveryReport)).statusCode).toBe(400)
  })

  it('are answered with 500 where classify throws, and a session with a release', async () => {
    const app = await appWith({
      ussd: { path: '/push', handler: (_push, turn) => turn.prompt('Welcome') },
      deliveryReport: { path: '/push', handler: () => undefined },
      classify: () => {
        throw new Error('no idea')
      },
    })
    const report = await post(app, '/push', samples.deliveryReport)
    expect(report.statusCode).toBe(500)
    expect(report.json()).toEqual({
      type: 'about:blank',
      status: 500,
      title: 'Internal Server Error',
      code: 'FMW_INTERNAL',
      detail: 'The push was not taken; the cause is in the log',
    })
    expect((await post(app, '/push', samples.ussd)).json()).toMatchObject({ Type: 'Release' })
  })

  it.each<readonly [string, () => undefined, RegExp]>([
    ['a promise that rejects', () => JSON.parse('null') ?? Promise.reject(new Error('no idea')), /gave a promise/],
    ['a word that is no kind', () => JSON.parse('"bill"'), /gave a string/],
    ['a number', () => JSON.parse('5'), /gave a number/],
  ])('are answered with 500 where classify gives %s, and the log says what to do', async (_what, classify, said) => {
    const lines = linesOf()
    const options = {
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
      classify,
    }
    const app = await appWith(options, { server: { logger: lines.logger } })
    expect((await post(app, '/push', samples.deliveryReport)).statusCode).toBe(500)
    expect(lines.saying('a push could not be taken')).toMatchObject([
      { level: 50, err: { message: expect.stringMatching(said) } },
    ])
  })

  it.each<readonly [string, () => undefined, string]>([
    [
      'throws',
      () => {
        throw new Error('no idea of\u0000 +233000000000')
      },
      String.raw`Error: no idea of\u0000 +233...000`,
    ],
    ['gives a promise', () => JSON.parse('null') ?? Promise.resolve('checkout'), 'FMW_CLASSIFY: '],
    ['gives nonsense', () => JSON.parse('"bill"'), 'FMW_CLASSIFY: '],
  ])('are kept as rejected, with why, where classify %s: no payment is lost by it', async (_what, classify, why) => {
    const app = await appWith({
      checkout: { path: '/push', handler: () => undefined },
      ussdPayment: { path: '/push', handler: () => undefined },
      classify,
      store: keptInMemory(),
    })
    expect((await post(app, '/push', samples.checkout)).statusCode).toBe(500)
    const { entries } = await app.merchant.inbox.list()
    expect(entries).toMatchObject([{ kind: 'checkout', state: 'rejected', reason: expect.stringContaining(why) }])
    const kept = await app.merchant.inbox.get(entries[0]?.id ?? '')
    expect(JSON.stringify(kept)).toContain('CheckoutId')
  })

  it('are told by their shape where classify gives null', async () => {
    const app = await appWith({
      deliveryReport: { path: '/push', handler: () => undefined },
      inboundMessage: { path: '/push', handler: () => undefined },
      classify: () => JSON.parse('null'),
    })
    expect((await post(app, '/push', samples.deliveryReport)).statusCode).toBe(200)
  })

  it('are not asked about on a path of one kind', async () => {
    const app = await appWith({
      deliveryReport: () => undefined,
      classify: () => {
        throw new Error('asked')
      },
    })
    expect((await post(app, '/delivery-report', samples.deliveryReport)).statusCode).toBe(200)
  })
})
