import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/simulator/index.ts'
import { type Block, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const page = blockUnder('docs/guides/web-site.md', 'The complete code', 'js')
// The page's own code, with what a test needs: to see the orders, and to read the log.
const block: Block = {
  ...page,
  code: page.code
    .replace('const orders =', 'export const orders =')
    .replace('Fastify({ logger: true })', 'Fastify({ logger: { stream: captured } })'),
}
// The same, which does not wait for five minutes.
const impatient: Block = {
  ...block,
  line: 0,
  code: block.code.replace('  client: new', '  reconcile: { after: 0 },\n$&'),
}
const reference = 'order-17-1'
const workshop = openWorkshop()
const lines: string[] = []
let sim: Simulator
let app: FastifyInstance
let orders: Map<string, { tries: number; paidBy: string | null }>

const order = () => orders.get('order-17')
const isPaid = () => vi.waitFor(() => expect(order()).toMatchObject({ paidBy: 'order-17-1', tries: 1 }))

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-shop')
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  vi.stubEnv('MERCHANT_SECRET', 'another secret of the shop')
  vi.stubGlobal('captured', { write: (line: string) => lines.push(line) })
})
beforeEach(async () => {
  lines.length = 0
  sim = await createSimulator({ merchantAccountNumber: '11684' })
  const { baseUrl, apiId, apiKey } = sim.clientOptions
  for (const [name, value] of Object.entries({ API_URL: baseUrl, API_ID: apiId, API_KEY: apiKey }))
    vi.stubEnv(name, value)
})
afterEach(() => Promise.all([app.close(), sim.close()]))
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  workshop.remove()
})

describe('payments on your web site', () => {
  it('sells, is called back, asks, and settles once', async () => {
    await sell(block, 'asked.db')
    sim.faults.set('duplicate', { kinds: ['checkout'] })
    await sim.customer.pays(reference)
    await isPaid()
    await sim.advance(1_000)
    const books = async () => sim.ledger({ handled: (await sim.handled()) ?? [] })
    await vi.waitFor(async () => expect(await books()).toMatchObject({ isClean: true, rows: [{ reference }] }))
    expect(app.merchant.counts.checkout).toMatchObject({ accepted: 1, repeated: 1 })
    expect((await app.inject({ method: 'POST', url: '/orders/order-17/pay' })).statusCode).toBe(409)
  })

  it('settles although the callback says that it failed', async () => {
    await sell(block, 'lies.db')
    sim.faults.set('failureCode', { kinds: ['checkout'] })
    await sim.customer.pays(reference)
    await isPaid()
  })

  it('gives nothing for less than was asked for', async () => {
    await sell(block, 'underpaid.db')
    await sim.customer.pays(reference, { amount: 0.5 })
    await vi.waitFor(() => expect(lines.join('')).toContain('"needsReview":["underpaid"]'))
    expect(order()).toMatchObject({ paidBy: null, tries: 1 })
  })

  it('settles nothing by the address of another payment', async () => {
    sim.faults.set('drop', { kinds: ['checkout'] })
    await sell(block, 'elsewhere.db')
    await sim.customer.pays(reference)
    const { pathname, search } = new URL(
      app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-18-1', amount: 50 }),
    )
    const Data = { CheckoutId: 'c', ClientReference: reference, Status: 'Success', Amount: 50 }
    await app.inject({
      method: 'POST',
      url: pathname + search,
      payload: { ResponseCode: '0000', Status: 'Success', Data },
    })
    await vi.waitFor(() => expect(lines.join('')).toContain('"needsReview":["otherReference"]'))
    expect(order()).toMatchObject({ paidBy: null, tries: 1 })
  })

  it('opens the order again where the payment failed, for a try of the next number', async () => {
    await sell(block, 'failed.db')
    await sim.customer.pays(reference, { fails: '2001' })
    await vi.waitFor(() => expect(order()).toMatchObject({ paidBy: null, tries: 2 }))
    await tap()
    expect(sim.log.rows({ kind: 'checkoutInvoice' }).map((row) => JSON.stringify(row))).toEqual([
      expect.stringContaining('order-17-1'),
      expect.stringContaining('order-17-2'),
    ])
  })

  it('says that an order is paid twice, where a customer pays the page of the next try and then the old one', async () => {
    await sell(block, 'twice.db')
    await sim.customer.pays(reference, { fails: '2001' })
    await vi.waitFor(() => expect(order()).toMatchObject({ tries: 2 }))
    await tap()
    await sim.customer.pays('order-17-2')
    await vi.waitFor(() => expect(order()).toMatchObject({ paidBy: 'order-17-2' }))
    expect(lines.join('')).not.toContain('paid twice')
    await sim.customer.pays(reference)
    await vi.waitFor(() => expect(lines.join('')).toContain('"reference":"order-17-1","msg":"the order is paid twice'))
    expect(order()).toMatchObject({ paidBy: 'order-17-2' })
  })

  it('gives the same page to who taps again', async () => {
    expect(await sell(block, 'taps.db')).toBe(await tap())
    expect(sim.log.rows({ kind: 'checkoutInvoice' })).toHaveLength(1)
  })

  it('finds a payment of which nobody told', async () => {
    sim.faults.set('drop', { kinds: ['checkout'] })
    await sell(impatient, 'lost.db')
    await sim.customer.pays(reference)
    await isPaid()
  })
})

/** Starts the page's shop, and asks it for the page to pay at. */
async function sell(shop: Block, store: string): Promise<unknown> {
  vi.stubEnv('MERCHANT_STORE', join(workshop.folder, store))
  const made = await run(workshop, { ...shop, file: store })
  app = appOf(made)
  orders = Object(made).orders
  await sim.connect(app)
  return tap()
}

async function tap(): Promise<unknown> {
  const answer = await app.inject({ method: 'POST', url: '/orders/order-17/pay' })
  expect(answer.json()).toEqual({ checkoutUrl: expect.stringContaining(sim.url) })
  return answer.json().checkoutUrl
}
