import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onEveryChannel, phone } from '../../src/testing/index.ts'
import { reportService } from '../payments/reports/service.ts'
import { type Block, blocksOf, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const secret = 'a-secret-of-the-quickstart'
const page = 'docs/start.md'
const block = blockUnder(page, 'The shop', 'ts')
const server = blockUnder(page, 'The shop', 'js')
const workshop = openWorkshop()
const lines: string[] = []
const shown: unknown[] = []

// The page's own code, with the two things that a test needs: to reach the application, and to read its log.
const watched: Block = {
  ...block,
  code: (block.code + server.code.replace("import { app } from './shop.mjs'\n", ''))
    .replace(
      'export const app = Fastify({ logger: true })',
      'export const app = Fastify({ logger: { stream: captured } })',
    )
    .replace('const orders =', 'export const orders ='),
}

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', secret)
  vi.stubEnv('PUBLIC_URL', '')
  vi.stubEnv('PORT', '0')
  vi.stubGlobal('captured', { write: (line: string) => lines.push(line) })
  vi.spyOn(console, 'log').mockImplementation((...line: unknown[]) => shown.push(line))
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  workshop.remove()
})

describe('the shop of the first page', () => {
  it('answers, pays and acknowledges over HTTP as the page shows', async () => {
    expect(watched.code).toContain('export const app')
    const app = appOf(await run(workshop, watched))
    try {
      const urls = new Map(app.merchant.urls.map(({ kind, url }) => [kind, url]))
      expect(shown).toEqual(app.merchant.urls.map(({ kind, url }) => [kind, url]))
      expect([...urls.values()].every((url) => /^http:\/\/.+:\d+\/push\//.test(url))).toBe(true)

      const [turn, screen, callback, acknowledgement] = blocksOf(page)
        .filter(({ language, heading }) => language === 'json' && heading === 'What the service and your shop send')
        .map(({ code }) => JSON.parse(code))

      expect(await post(urls.get('ussd'), turn)).toEqual({ status: 200, body: screen })
      const answer = (Sequence: number, Message: string) =>
        post(urls.get('ussd'), { ...turn, Type: 'Response', Sequence, Message })
      expect(await answer(2, '1')).toMatchObject({ body: { Message: 'How many?\n0 Back' } })
      const third = blockUnder(page, 'What the service and your shop send', 'text').code.trimEnd()
      expect(await answer(3, '2')).toMatchObject({ body: { Message: third } })
      expect(await answer(4, '1')).toMatchObject({
        status: 200,
        body: {
          Type: 'Release',
          Message: 'Approve the prompt',
          Amount: 120,
          Description: expect.stringMatching(/^2 x Rice 5 kg, [0-9a-f]{32}$/),
        },
      })
      expect(await post(urls.get('checkout'), callback)).toEqual({ status: 200, body: acknowledgement })
      expect(await post(urls.get('deliveryReport'), { MessageId: 'm', Status: 'Delivered' })).toEqual({
        status: 200,
        body: acknowledgement,
      })
      expect(await post(urls.get('inboundMessage'), { from: '+233000000000', keyword: 'WIN' })).toEqual({
        status: 200,
        body: acknowledgement,
      })
      expect(await post(urls.get('ussd')?.replace(secret, 'another-secret'), turn)).toMatchObject({ status: 401 })
      expect(app.merchant.counts.checkout).toEqual({ accepted: 1, handled: 1 })

      expect(lines.join('')).toContain('a payment')
      expect(lines.join('')).not.toContain('+233000000000')
      expect(lines.join('')).not.toContain(secret)
    } finally {
      await app.close()
    }
  })

  it('gives value only for the amount that is owed', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    const quickstart = await run(workshop, { ...watched, line: 0 })
    const app = appOf(quickstart)
    try {
      const { pathname, search } = new URL(
        app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', amount: 60 }),
      )
      const { port } = Object(app.server.address())
      const unsigned = `http://127.0.0.1:${port}${pathname}`
      const url = unsigned + search
      const callback = (amount: number, status: string) => ({
        ResponseCode: '0000',
        Status: 'Success',
        Data: { CheckoutId: `c-${amount}`, ClientReference: 'order-1', Status: status, Amount: amount },
      })
      await post(url, callback(0.6, 'Success'))
      await post(url, callback(60, 'Cancelled'))
      const forged = callback(60, 'Success')
      await post(unsigned, { ...forged, Data: { ...forged.Data, CheckoutId: 'forged' } })
      expect(quickstart.orders).toEqual(new Map([['order-1', { due: 6000, isPaid: false, isDelivered: false }]]))
      await post(url, callback(60, 'Success'))
      expect(quickstart.orders).toEqual(new Map([['order-1', { due: 6000, isPaid: true, isDelivered: true }]]))
    } finally {
      await app.close()
    }
  })

  it('passes the test that the page shows', async () => {
    const test = blockUnder(page, 'Test your handlers', 'js')
    const code = test.code
      .replaceAll(/^(?:import .* from '(?:node:test|\.\/shop\.mjs)'|after\(.*|app\.log\..*)\n/gm, '')
      .replace(/^test\('.*', async \(\) => \{$([\s\S]*)^\}\)$/m, 'export const testShop = async (app) => {$1}')
    const { testShop } = await run(workshop, { ...test, code })
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    const quickstart = await run(workshop, { ...watched, line: 2 })
    const app = appOf(quickstart)
    try {
      if (typeof testShop !== 'function') throw new Error('The block exports no test')
      await testShop(app)
      expect(app.merchant.counts).toMatchObject({ ussd: { handler: 6 }, checkout: { accepted: 1, handled: 1 } })
      expect(paidOf(quickstart.orders)).toEqual([false, true])
    } finally {
      await app.close()
    }
  })

  it('knows who paid on every channel', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    const quickstart = await run(workshop, { ...watched, line: 3 })
    const app = appOf(quickstart)
    try {
      await onEveryChannel(app, (phone) => phone.dial('*713#').choose('Oil 1 l: 25').reply('3').choose('Yes').pay())
      expect(paidOf(quickstart.orders)).toEqual([false, true, true, true, true])
    } finally {
      await app.close()
    }
  })

  it('delivers an order once, and tells the service so when the order was a cart', async () => {
    const { bodies, url } = await reportService()
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    vi.stubEnv('REPORT_URL', url)
    const report = blockUnder(page, 'Deliver, and report it to the service', 'js').code
    lines.length = 0
    const code = watched.code.replace(/^ {2}programmable: shop,.*\n/m, (line) => line + report)
    expect(code).toContain('REPORT_URL')
    const app = appOf(await run(workshop, { ...watched, code, line: 4 }))
    try {
      const cart = phone(app, { channel: 'webstore', kind: 'programmable' })
      await cart.dial().choose('Oil 1 l: 25').reply('3').choose('Yes').pay()
      await vi.waitFor(() => expect(bodies()).toMatchObject([{ ServiceStatus: 'success' }]), 10_000)
      const notice = { SessionId: cart.sessionId, OrderInfo: { Payment: { IsSuccessful: true } } }
      const paid = (OrderId: string, AmountAfterCharges: number) => ({
        ...notice,
        OrderId,
        OrderInfo: { Status: 'Paid', Payment: { ...notice.OrderInfo.Payment, AmountAfterCharges } },
      })
      const { url: address } = app.merchant.urls.find(({ kind }) => kind === 'fulfilment') ?? {}
      const push = async (payload: object) =>
        app.inject({ method: 'POST', url: new URL(address ?? '').pathname, payload })
      await push(paid('told-again', 75))
      expect(lines.join('').match(/"order":"[0-9a-f]{32}","msg":"delivered"/g)).toHaveLength(1)
      await push({ ...paid('of-nobody', 75), SessionId: 'of-nobody' })
      await vi.waitFor(() => expect(bodies()).toHaveLength(2), 10_000)
      expect(bodies()).toContainEqual(expect.objectContaining({ OrderId: 'of-nobody', ServiceStatus: 'failed' }))
    } finally {
      await app.close()
    }
  })

  it('delivers a cart beside a client, which cannot ask about it', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    const asks = 'confirmWith: { transactions: { status: () => new Promise(() => undefined) } },'
    const code = watched.code.replace(/^ {2}store: .*\n/m, (line) => line + asks)
    const quickstart = await run(workshop, { ...watched, code, line: 5 })
    const app = appOf(quickstart)
    try {
      const cart = phone(app, { channel: 'webstore', kind: 'programmable' })
      await cart.dial().choose('Oil 1 l: 25').reply('3').choose('Yes').pay()
      expect(cart.lastPayment?.event).toMatchObject({ needsReview: ['unconfirmable'] })
      expect(paidOf(quickstart.orders)).toEqual([false, true])
    } finally {
      await app.close()
    }
  })

  it('does not start without a secret', async () => {
    vi.stubEnv('PUSH_SECRET', '')
    await expect(run(workshop, { ...watched, line: 1 })).rejects.toMatchObject({
      code: 'FMW_VERIFIER_SECRET_MISSING',
    })
  })
})

/** Which orders are paid, the oldest first. */
function paidOf(orders: unknown): unknown[] {
  return orders instanceof Map ? [...orders.values()].map(({ isPaid }) => isPaid) : []
}

async function post(url: string | undefined, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
