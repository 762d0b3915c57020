import { describe, expect, it } from 'vitest'
import {
  type CallbackUrlRequest,
  type MerchantWebhooksOptions,
  memoryStore,
  type PaymentEvent,
  secretPath,
} from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { appWith, post } from './app.ts'
import { linesOf } from './lines.ts'
import { samples } from './samples.ts'

const secret = 'a secret of this test'
const publicUrl = 'https://shop.example'
const order: CallbackUrlRequest = { kind: 'checkout', reference: 'order-17', amount: 50.5, currency: 'GHS' }
const signed = { reference: 'order-17', sessionId: null, amountMinor: 5050, currency: 'GHS' }

async function shop(options: MerchantWebhooksOptions = {}) {
  const lines = linesOf('info')
  const events: PaymentEvent[] = []
  const app = await appWith(
    { secret, publicUrl, payment: (event) => events.push(event), ...options },
    { server: { logger: lines.logger } },
  )
  const pathOf = (request: CallbackUrlRequest) => app.merchant.callbackUrl(request).slice(publicUrl.length)
  return { app, events, lines, pathOf }
}

describe('a callback to an address that was signed for its payment', () => {
  it('is an event with signed evidence', async () => {
    const { app, events, lines, pathOf } = await shop()
    expect((await post(app, pathOf(order), samples.checkout)).statusCode).toBe(200)
    expect(events).toMatchObject([{ outcome: 'paid', evidence: 'signed', signed, raw: samples.checkout }])
    expect(lines.saying('signature')).toEqual([])
  })

  it('is let in by its verifier too', async () => {
    const { app, events, pathOf } = await shop({ prefix: '/push', verify: secretPath('the-right-secret') })
    const path = pathOf(order)
    await post(app, path, samples.checkout)
    expect(events).toMatchObject([{ evidence: 'signed' }])
    expect((await post(app, path.replace('right', 'wrong'), samples.checkout)).statusCode).toBe(401)
    expect(events).toHaveLength(1)
  })

  it('is known by an older secret, until that is taken out of the list', async () => {
    const { pathOf } = await shop()
    const path = pathOf(order)
    const rotating = await shop({ secret: ['a newer secret of it', secret] })
    await post(rotating.app, path, samples.checkout)
    expect(rotating.events).toMatchObject([{ evidence: 'signed' }])
    const rotated = await shop({ secret: 'a newer secret of it' })
    await post(rotated.app, path, samples.checkout)
    expect(rotated.events).toMatchObject([{ evidence: 'callback', signed: null }])
  })

  it('comes by GET too, and its parameters are no part of it', async () => {
    const { app, events, pathOf } = await shop()
    const path = pathOf(order)
    const probe = await app.inject({ method: 'GET', url: path })
    expect(probe.statusCode).toBe(200)
    expect(events).toEqual([])
    await app.inject({ method: 'GET', url: `${path}&CheckoutId=c-1&ClientReference=order-17` })
    const fields = { CheckoutId: 'c-1', ClientReference: 'order-17' }
    expect(events).toMatchObject([{ outcome: 'undetermined', evidence: 'signed', signed, raw: fields }])
    expect(Object.keys(Object(events[0]?.raw))).toEqual(Object.keys(fields))
  })

  it('is signed at every attempt, although its time is over then', async () => {
    const clock = manualClock()
    const events: PaymentEvent[] = []
    const { app, pathOf } = await shop({
      clock,
      store: keptInMemory(),
      retry: { minDelay: 0 },
      payment: (event) => {
        events.push(event)
        clock.advance(604_800_000)
        if (events.length === 1) throw new Error('not now')
      },
    })
    await post(app, pathOf(order), samples.checkout)
    await eventually(() => events.length === 2)
    expect(events).toMatchObject([
      { evidence: 'signed', signed },
      { evidence: 'signed', signed },
    ])
    const [entry] = (await app.merchant.inbox.list({ kinds: 'checkout' })).entries
    const { event } = await app.merchant.inbox.get(entry?.id ?? '')
    expect(event).toMatchObject({ evidence: 'signed', signed })
    // Nothing in a fixture is signed, and no registration would know it.
    expect(await app.merchant.inbox.export(entry?.id ?? '')).toMatchObject({
      expect: { event: { evidence: 'callback' } },
    })
  })
})

describe('a callback whose address does not prove itself', () => {
  const forged = (path: string) => path.replace('mref=order-17', 'mref=order-18')

  it('is taken anyway, as unsigned, and told of', async () => {
    const { app, events, lines, pathOf } = await shop()
    expect((await post(app, forged(pathOf(order)), samples.checkout)).statusCode).toBe(200)
    expect(events).toMatchObject([{ outcome: 'paid', evidence: 'callback', signed: null }])
    expect(lines.saying('the signature of an address does not count')).toMatchObject([
      { level: 40, kind: 'checkout', problem: 'it does not fit' },
    ])
    expect(lines.text()).not.toMatch(/msig|order-18/)
  })

  it('is unsigned when its time is over', async () => {
    const clock = manualClock()
    const { app, events, lines, pathOf } = await shop({ clock })
    const path = pathOf({ ...order, expiresIn: 60_000 })
    clock.advance(60_000)
    await post(app, path, samples.checkout)
    expect(events).toMatchObject([{ evidence: 'callback', signed: null }])
    expect(lines.saying('the signature of an address')).toMatchObject([{ problem: 'its time is over' }])
  })

  it('is unsigned, and nothing to tell of, without a signature or a secret', async () => {
    const plain = await shop()
    await post(plain.app, '/checkout', samples.checkout)
    const without = await shop({ secret: undefined })
    await post(without.app, plain.pathOf(order), samples.checkout)
    for (const { events, lines } of [plain, without]) {
      expect(events).toMatchObject([{ evidence: 'callback', signed: null }])
      expect(lines.saying('signature')).toEqual([])
    }
  })

  it('is unsigned at an address of another payment, which is told', async () => {
    const { app, events, lines, pathOf } = await shop()
    await post(app, pathOf({ ...order, reference: 'order-1' }), samples.checkout)
    expect(events).toMatchObject([{ evidence: 'callback', signed: { ...signed, reference: 'order-1' } }])
    expect(events[0]?.why).toMatch(/; but its address was signed for another reference$/)
    expect(lines.saying('was not as the reference has it')).toMatchObject([
      { notes: ['its address was signed for another reference'] },
    ])
  })

  it('is unsigned at an address of another kind', async () => {
    const { app, events, pathOf } = await shop()
    const path = pathOf({ kind: 'ussdPayment', sessionId: 's-1' }).replace('/ussd-payment', '/checkout')
    await post(app, path, samples.checkout)
    expect(events).toMatchObject([{ source: 'checkout', evidence: 'callback', signed: null }])
  })
})

describe('the same callback once signed and once not', () => {
  it.each([
    ['signed first: unsigned it is a repeat', true, ['signed']],
    ['unsigned first: it is told once more, signed', false, ['callback', 'signed']],
  ])('is told signed, whichever comes first: %s', async (_which, isSignedFirst, evidence) => {
    const { app, events, pathOf } = await shop({ store: memoryStore() })
    const paths = [pathOf(order), '/checkout']
    for (const path of isSignedFirst ? paths : paths.toReversed()) {
      for (const _time of [1, 2]) expect((await post(app, path, samples.checkout)).statusCode).toBe(200)
    }
    expect(events.map((event) => event.evidence)).toEqual(evidence)
  })
})

describe('kinds whose address is not given with a payment', () => {
  it('have none that is signed', async () => {
    const { app, events, lines, pathOf } = await shop()
    await post(app, pathOf(order).replace('/checkout', '/fulfilment'), samples.fulfilment)
    expect(events).toMatchObject([{ source: 'fulfilment', evidence: 'callback', signed: null }])
    expect(lines.saying('signature')).toEqual([])
  })
})
