import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { created } from '../client/invoice.ts'
import { type StubService, startService } from '../client/stub-service.ts'
import { record } from '../client/transactions.ts'
import { type Block, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const block = blockUnder('docs/start.md', 'Payments you can trust', 'ts')
// The page's own code, which does not wait for five minutes.
const impatient: Block = {
  ...block,
  line: 0,
  code: block.code.replace('  client: new', '  reconcile: { after: 0 },\n$&'),
}
const reference = 'order-17-2'
const workshop = openWorkshop()
const told: unknown[] = []
let service: StubService
let app: FastifyInstance | undefined
let isTold = Promise.withResolvers<void>()

const tell =
  (what: string) =>
  async (...more: unknown[]) => {
    told.push([what, ...more])
    isTold.resolve()
  }

beforeAll(async () => {
  service = await startService()
  const env = {
    API_URL: service.baseUrl,
    API_ID: 'the-id',
    API_KEY: 'the-secret-key',
    PUSH_SECRET: 'a-secret-of-the-shop',
  }
  const ours = { PUBLIC_URL: 'https://shop.example', MERCHANT_SECRET: 'another secret of the shop' }
  for (const [name, value] of Object.entries({ ...env, ...ours })) vi.stubEnv(name, value)
  vi.stubGlobal('orders', {
    settle: tell('settle'),
    reopen: tell('reopen'),
    lookAt: tell('lookAt'),
    toPay: async () => ({ amount: 50, tries: 2 }),
  })
})
beforeEach(() => {
  told.length = 0
  isTold = Promise.withResolvers()
  service.received.length = 0
})
afterEach(async () => app?.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  await service.close()
  workshop.remove()
})

describe('payments you can trust, on the first page', () => {
  it('sells, is called back, asks, and settles once', async () => {
    const { page, callbackUrl } = await sell(block, 'asked.db')
    expect(page).toBe(created.data.checkoutUrl)
    expect(await post(callbackUrl, 'Success')).toBe(200)
    await isTold.promise
    expect(await post(callbackUrl, 'Success')).toBe(200)
    expect(app?.merchant.counts.checkout).toEqual({ accepted: 1, repeated: 1, handled: 1 })
    expect(told).toEqual([['settle', 'order-17', 'order-17-2', 5000]])
  })

  it('settles although the callback says that it failed', async () => {
    const { callbackUrl } = await sell(block, 'lies.db')
    expect(await post(callbackUrl, 'Failed')).toBe(200)
    await isTold.promise
    expect(told).toEqual([['settle', 'order-17', 'order-17-2', 5000]])
  })

  it('gives nothing for less than was asked for', async () => {
    const { callbackUrl } = await sell(block, 'underpaid.db', { TransactionAmount: 0.5 })
    expect(await post(callbackUrl, 'Success')).toBe(200)
    await isTold.promise
    expect(told).toEqual([['lookAt', 'order-17-2', ['underpaid']]])
  })

  it('opens the order again where the payment failed, for a try of the next number', async () => {
    const { callbackUrl } = await sell(block, 'failed.db', { TransactionStatus: 'Failed', TransactionCycle: [] })
    expect(await post(callbackUrl, 'Failed')).toBe(200)
    await isTold.promise
    expect(told).toEqual([['reopen', 'order-17', 'order-17-2']])
  })

  it('gives the same page to who taps again', async () => {
    const { page } = await sell(block, 'taps.db')
    const again = await app?.inject({ method: 'POST', url: '/orders/order-17/pay' })
    expect(again?.json()).toEqual({ checkoutUrl: page })
    expect(service.received).toHaveLength(1)
  })

  it('finds a payment of which nobody told', async () => {
    await sell(impatient, 'lost.db')
    await isTold.promise
    expect(told).toEqual([['settle', 'order-17', 'order-17-2', 5000]])
  })
})

/** Starts the page's shop, and asks it for the page to pay at. */
async function sell(shop: Block, store: string, change: object = {}): Promise<{ page: unknown; callbackUrl: string }> {
  vi.stubEnv('MERCHANT_STORE', join(workshop.folder, store))
  const made = { ...created, data: { ...created.data, clientReference: reference } }
  const known = { ...record, ClientReference: reference, ...change }
  service.answer({ body: made }, { body: { ResponseCode: '0000', Data: [known] } })
  app = appOf(await run(workshop, { ...shop, file: store }))
  const answer = await app.inject({ method: 'POST', url: '/orders/order-17/pay' })
  const [invoice] = service.received
  expect(invoice?.body).toMatchObject({ totalAmount: 50, clientReference: reference })
  return { page: answer.json().checkoutUrl, callbackUrl: callbackUrlOf(invoice?.body) }
}

function callbackUrlOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'callbackUrl' in body) return String(body.callbackUrl)
  throw new Error('the invoice has no callbackUrl')
}

async function post(address: string, Status: string): Promise<number | undefined> {
  const payload = {
    ResponseCode: Status === 'Success' ? '0000' : '2001',
    Status,
    Data: { CheckoutId: created.data.checkoutId, ClientReference: reference, Status, Amount: 50 },
  }
  const { pathname, search } = new URL(address)
  const response = await app?.inject({ method: 'POST', url: pathname + search, payload })
  return response?.statusCode
}
