import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { memoryStore, secretPath } from '../../../src/index.ts'
import { type ConnectOptions, createSimulator, type Simulator } from '../../../src/simulator/index.ts'
import { type Received, type Stand, stand } from './receiver.ts'

const asked = 5
const rice = { name: 'Rice', quantity: 2, price: 2.5 }

describe('a forged notice of a payment that failed', () => {
  it('of an invoice says that it was paid', async () => {
    const notices = await forgedOf(async (sim, url, at) => {
      const bill = sim.openBill({
        source: 'checkout',
        amount: asked,
        description: 'Rice',
        reference: `order-${at}`,
        callbackUrl: `${url}/checkout`,
        returnUrl: url,
        cancellationUrl: url,
      })
      await sim.customer.pays(bill, { fails: '2001' })
    })
    for (const notice of notices)
      expect(notice).toMatchObject({
        ResponseCode: '0000',
        Status: 'Success',
        Data: { Status: 'Success', Description: 'The payment was made' },
      })
    expectBoth(notices.map(({ Data }) => Data.Amount))
  })

  it('of a USSD payment says so in its message, with sums that fit', async () => {
    const notices = await forgedOf(async (sim, url, at) => {
      const of = { sessionId: `s${at}`, mobile: '+233000000001', callbackUrl: `${url}/ussd-payment` }
      await sim.customer.pays(sim.openBill({ source: 'ussdPayment', amount: asked, description: 'Tea', ...of }), {
        fails: at % 2 === 0 ? '2001' : '0005',
      })
    })
    for (const { ResponseCode, Message, Data } of notices) {
      expect([ResponseCode, Message, Data.Description]).toEqual(['0000', 'success', 'Tea'])
      expect(Data.AmountCharged).toBe(Data.Amount)
      expect(Data.Charges).toBeCloseTo(Data.Amount * 0.02, 2)
      expect(Data.Charges + Data.AmountAfterCharges).toBeCloseTo(Data.Amount, 2)
    }
    expectBoth(notices.map(({ Data }) => Data.Amount))
  })

  it('of a cart says Paid, with items that come to its sums', async () => {
    const notices = await forgedOf(async (sim, _, at) => {
      const of = { sessionId: `s${at}`, mobile: '+233000000001' }
      await sim.customer.pays(sim.openBill({ source: 'fulfilment', items: [rice, rice], ...of }), { cancels: true })
    })
    for (const { OrderInfo } of notices) {
      const { Status, Subtotal, Items, Payment } = OrderInfo
      expect([Status, Payment.IsSuccessful, Payment.PaymentDescription]).toEqual(['Paid', true, 'The payment was made'])
      const sum = Items.reduce((all: number, item: typeof Items) => all + item.Quantity * item.UnitPrice, 0)
      expect(Payment.AmountAfterCharges).toBeCloseTo(sum, 2)
      expect(Payment.AmountPaid).toBeCloseTo(sum * 1.02, 2)
      expect(Subtotal).toBe(Payment.AmountPaid)
    }
    expectBoth(notices.map(({ OrderInfo }) => OrderInfo.Payment.AmountAfterCharges / 2))
  })

  it('is written in the same way when a row is sent again', async () => {
    const { sim, received } = await stand()
    const of = { sessionId: 's', mobile: '+233000000001', callbackUrl: null }
    await sim.customer.pays(sim.openBill({ source: 'ussdPayment', amount: asked, description: 'Tea', ...of }), {
      fails: '2001',
    })
    for (let times = 0; times < 20; times++) await sim.resend(1, { as: 'forged' })
    const notices = received.slice(1).map(({ text }) => JSON.parse(text))
    expect(new Set(notices.map(({ Message }) => Message))).toEqual(new Set(['success']))
    expectBoth(notices.map(({ Data }) => Data.Amount))
  })
})

describe('the address of a forgery', () => {
  it.each([
    ['a short secret behind the kind', '/push/{kind}/Xk39fLq02mZ7', '/push/checkout/0k39fLq02mZ7'],
    ['a secret that is a word', '/push/{kind}/open-sesame', '/push/checkout/0pen-sesame'],
    ['a secret before the kind', '/Xk39fLq02mZ7/{kind}', '/0k39fLq02mZ7/checkout'],
    ['a short secret in the query', '/push/{kind}?token=secret12', '/push/checkout?token=0ecret12'],
    ['no secret, but a long route', '/payment-notifications/{kind}', '/payment-notifications/checkout'],
    ['no secret, and a route behind the kind', '/v1/{kind}/callback', '/v1/checkout/callback'],
    ['the kind in the query', '/push?kind={kind}', '/push?kind=checkout'],
  ])('of an application with %s', async (_, path, forged) => {
    expect(await addressOf(path)).toBe(forged)
  })

  it('has a secret that it shares with others changed, whatever their routes are called', async () => {
    const urls = { ussd: '/menu/open-sesame', checkout: '/paid/open-sesame' }
    expect(await addressOf('', { urls })).toBe('/paid/0pen-sesame')
  })

  it('keeps the reference in a signed address, and no right signature', async () => {
    const signed = '/paid?mref=0123456789abcdef01&msig=Xk39fLq0'
    expect(await addressOf('', {}, signed)).toBe('/paid?mref=0123456789abcdef01&msig=0k39fLq0')
  })

  it.each([
    ['a known secret', '/note/Xk39fLq02mZ7', '/note/0k39fLq02mZ7'],
    ['a long token', '/note/0123456789abcdef0123', '/note/A123456789abcdef0123'],
    ['the number of an order', '/note/order-20261128', '/note/order-20261128'],
    ['a short sign', '/n?order=17&sign=f3a9c0d1', '/n?order=17&sign=03a9c0d1'],
    ['a short hash', '/n?order=17&hash=f3a9c0d1', '/n?order=17&hash=03a9c0d1'],
    ['a short mac', '/n?order=17&mac=f3a9c0d1', '/n?order=17&mac=03a9c0d1'],
    ['a short checksum', '/n?order=17&checksum=f3a9c0d1', '/n?order=17&checksum=03a9c0d1'],
    ['a short auth', '/n?order=17&auth=f3a9c0d1', '/n?order=17&auth=03a9c0d1'],
    ['a short access_token', '/n?order=17&access_token=f3a9c0d1', '/n?order=17&access_token=03a9c0d1'],
    ['a short apikey', '/n?order=17&apikey=f3a9c0d1', '/n?order=17&apikey=03a9c0d1'],
    ['a short api_key', '/n?order=17&api_key=f3a9c0d1', '/n?order=17&api_key=03a9c0d1'],
    ['a short code', '/n?order=17&code=f3a9c0d1', '/n?order=17&code=03a9c0d1'],
    ['a short pw', '/n?order=17&pw=f3a9c0d1', '/n?order=17&pw=03a9c0d1'],
    ['a short X-Amz-Signature', '/n?order=17&X-Amz-Signature=f3a9c0d1', '/n?order=17&X-Amz-Signature=03a9c0d1'],
    ['a UUID in the query', '/n?t=9b2f1c34-8a51-4e0c-a3c8-0d9e5b7f6a12', '/n?t=0b2f1c34-8a51-4e0c-a3c8-0d9e5b7f6a12'],
    ['an order’s UUID', '/n/9b2f1c34-8a51-4e0c-a3c8-0d9e5b7f6a12', '/n/9b2f1c34-8a51-4e0c-a3c8-0d9e5b7f6a12'],
  ])('that the application gave itself, with %s', async (_, given, forged) => {
    expect(await addressOf('/{kind}/Xk39fLq02mZ7', {}, given)).toBe(forged)
  })

  it('that nobody answers says that the forgery reached nobody', async () => {
    const { sim, statuses } = await stand()
    statuses.push(404)
    sim.faults.next('forge')
    await sim.trigger('checkout')
    expect(sim.log.rows()[0]?.problem).toMatch(/^the forgery reached nobody: .*\(404\)/)
    expect(sim.log.rows()[1]?.problem).toBeNull()
  })

  it.each(['Xk39fLq02mZ7', 'open-sesame'])('is refused by an application whose secret is %s', async (secret) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const verify = secretPath(secret)
    const nothing = () => undefined
    await app.register(merchantWebhooks, { verify, store: memoryStore(), deliveryReport: nothing, checkout: nothing })
    await using sim = await createSimulator()
    await sim.connect(app)
    sim.faults.set('forge')
    await sim.trigger('deliveryReport')
    await sim.trigger('checkout')
    expect(sim.log.rows().map(({ response }) => response?.status)).toEqual([401, 200, 401, 200])
  })
})

/** What came of 40 payments that failed, while each notice was forged. */
async function forgedOf(fail: (sim: Simulator, url: string, at: number) => Promise<void>) {
  const { sim, received, url } = await stand()
  sim.faults.set('forge')
  for (let at = 0; at < 40; at++) await fail(sim, url, at)
  expect(received).toHaveLength(80)
  return received.filter((_, at) => at % 2 === 0).map(({ text }) => JSON.parse(text))
}

/** About half of them have the amount that was asked; the others have more. */
function expectBoth(amounts: readonly number[]): void {
  const right = amounts.filter((amount) => amount === asked).length
  expect(right / amounts.length).toBeGreaterThan(0.2)
  expect(right / amounts.length).toBeLessThan(0.8)
  expect(Math.min(...amounts)).toBe(asked)
}

/** Where the forgery came of a callback to the registered address, or to one that was given. */
async function addressOf(path: string, options: ConnectOptions = {}, given?: string): Promise<string> {
  const { sim, received, url }: Stand = await stand()
  await sim.connect(url + path, options)
  sim.faults.next('forge')
  await sim.trigger('checkout', {}, given === undefined ? {} : { url: url + given })
  const [forged]: Received[] = received
  const query = forged?.query.toString() ?? ''
  return `${forged?.path}${query === '' ? '' : `?${query}`}`
}
