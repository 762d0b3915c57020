import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, {
  type MerchantWebhooksOptions,
  memoryStore,
  type PaymentEvent,
  secretHeader,
} from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'

const tea = { amount: 5, description: 'Tea' }
const publicUrl = 'https://shop.example'
const secret = 'a secret of this test'

/** Registers a shop, and gives what its handler gets. */
async function addShop(app: FastifyInstance, options: MerchantWebhooksOptions = {}): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = []
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd: (_push, turn) => turn.pay('Approve', tea),
    programmable: (_push, turn) => turn.pay('To the checkout', { name: 'Tea', quantity: 1, price: 5 }),
    payment: (event) => events.push(event),
    ...options,
  })
  return events
}

function open(): FastifyInstance {
  const app = Fastify()
  onTestFinished(() => app.close())
  return app
}

describe('A phone of one of several registrations', () => {
  it('pays there and nowhere else', async () => {
    const app = open()
    const first = await addShop(app, { prefix: '/a', publicUrl, secret })
    const second = await addShop(app, { prefix: '/b', publicUrl, secret, name: 'tickets' })
    for (const channel of ['ussd', 'webstore'] as const) {
      const caller = phone(app, { channel, registration: 'tickets' })
      await caller.dial('*713#').pay()
      expect(caller.lastPayment?.event?.outcome).toBe('paid')
    }

    expect(first).toEqual([])
    expect(second.map(({ source, evidence }) => [source, evidence])).toEqual([
      ['ussdPayment', 'signed'],
      ['fulfilment', 'callback'],
    ])
    await phone(app).dial('*713#').pay()
    expect(first).toHaveLength(1)
    expect(second).toHaveLength(2)
  })
})

describe('A notice', () => {
  it('has the headers of the phone', async () => {
    const app = open()
    const events = await addShop(app, { publicUrl, verify: secretHeader('x-push-secret', 'a-good-secret') })
    await phone(app, { headers: { 'x-push-secret': 'a-good-secret' } })
      .dial('*713#')
      .pay()

    expect(events).toHaveLength(1)
  })

  it('goes to another path with the query of its address, where only a proxy knows that of publicUrl', async () => {
    const app = open()
    const events = await addShop(app, { publicUrl: `${publicUrl}/shop`, secret })
    const caller = phone(app, { url: '/ussd' })
    await caller.dial('*713#').pay({ url: '/ussd-payment' })
    await caller.dial('*713#').pay({ url: '/ussd-payment?by=test' })

    expect(events.map(({ evidence }) => evidence)).toEqual(['signed', 'signed'])
  })

  it('goes to another path, whose address had no query', async () => {
    const app = open()
    const events = await addShop(app, { publicUrl: `${publicUrl}/shop` })
    await phone(app, { url: '/ussd' }).dial('*713#').pay({ url: '/ussd-payment' })

    expect(events.map(({ evidence }) => evidence)).toEqual(['callback'])
  })

  it('may go to a route of your own: then only its answer is waited for', async () => {
    const app = open()
    const bodies: unknown[] = []
    app.post('/notices', async ({ body }) => {
      bodies.push(body)
      return 'taken'
    })
    await addShop(app, { reply: { callbackUrl: `${publicUrl}/notices` } })
    const caller = phone(app)
    await caller.dial('*713#').pay()

    expect(bodies).toEqual([caller.lastPayment?.notice])
    expect(caller.lastPayment).toMatchObject({ status: 200, id: undefined, event: undefined, error: undefined })
  })
})

describe('A phone at a real address', () => {
  /** An application that listens, and knows where. */
  async function listening() {
    const app = open()
    const events: PaymentEvent[] = []
    const address: { ofNotices?: string } = {}
    await addShop(app, {
      ussd: (_push, turn) => turn.pay('Approve', { ...tea, callbackUrl: address.ofNotices }),
      payment: (event) => events.push(event),
    })
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    return { base, events, address }
  }

  it('posts the notice over a socket to the address of the reply, and waits for its answer', async () => {
    const { base, events, address } = await listening()
    address.ofNotices = `${base}/ussd-payment`
    const caller = phone(`${base}/ussd`)
    await caller.dial('*713#').pay()

    expect(events).toMatchObject([{ outcome: 'paid', amount: 5 }])
    expect(caller.lastPayment).toMatchObject({ status: 200, id: undefined, event: undefined, error: undefined })
  })

  it('needs one where the reply names none', async () => {
    const { base, events } = await listening()
    await expect(
      phone(new URL(`${base}/ussd`))
        .dial('*713#')
        .pay(),
    ).rejects.toMatchObject({
      code: 'FMW_PHONE_PAYMENT',
      message: expect.stringContaining('the reply has no CallbackUrl'),
    })
    await expect(phone(`${base}/programmable`, { channel: 'pos' }).dial().pay()).rejects.toMatchObject({
      code: 'FMW_PHONE_PAYMENT',
      message: expect.stringContaining('nobody knows where the notice goes'),
    })
    expect(events).toEqual([])
    await phone(`${base}/programmable`, { channel: 'pos' }).dial().pay({ url: '/fulfilment' })
    expect(events).toMatchObject([{ source: 'fulfilment', outcome: 'paid' }])
  })

  it('tells when the notice is refused', async () => {
    const { base } = await listening()
    const caller = phone(`${base}/ussd`)
    await expect(caller.dial('*713#').pay({ url: '/nothing-here' })).rejects.toMatchObject({
      code: 'FMW_PHONE_PAYMENT',
      message: expect.stringContaining('the notice was refused with 404'),
    })
    expect(caller.lastPayment?.status).toBe(404)
  })
})
