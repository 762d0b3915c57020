import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onEveryChannel, phone } from '../../src/testing/index.ts'
import { reportService } from '../payments/reports/service.ts'
import { type Block, blocksOf, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const secret = 'a-secret-of-the-quickstart'
const page = 'docs/start.md'
const block = blockUnder(page, '2. Write the shop', 'ts')
const workshop = openWorkshop()
const lines: string[] = []
const shown: unknown[] = []

// The page's own code, which listens. A test has to read its log.
const watched: Block = {
  ...block,
  code: `${block.code.replace(
    'export const app = Fastify({ logger: true })',
    'export const app = Fastify({ logger: { stream: captured } })',
  )}await app.listen({ port: 0, host: '127.0.0.1' })
`,
}

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', secret)
  vi.stubEnv('PUBLIC_URL', '')
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
  it('answers, pays and acknowledges over HTTP what the README shows', async () => {
    expect(watched.code).toContain('stream: captured')
    const app = appOf(await run(workshop, watched))
    try {
      const urls = new Map(app.merchant.urls.map(({ kind, url }) => [kind, url]))
      expect([...urls.values()].every((url) => /^http:\/\/.+:\d+\/push\//.test(url))).toBe(true)

      const [turn, callback] = blocksOf('README.md')
        .filter(({ language, heading }) => language === 'json' && heading === 'Is it for you?')
        .map(({ code }) => JSON.parse(code))

      const menu = "Ama's shop\n1. Rice 5 kg: 60\n2. Oil 1 l: 25"
      expect(await post(urls.get('ussd'), turn)).toEqual({ status: 200, body: { Type: 'Response', Message: menu } })
      const answer = (Sequence: number, Message: string) =>
        post(urls.get('ussd'), { ...turn, Type: 'Response', Sequence, Message })
      expect(await answer(2, '1')).toMatchObject({ body: { Message: 'How many?\n0 Back' } })
      expect(await answer(3, '2')).toMatchObject({ body: { Message: 'Pay 120?\n1. Yes\n2. No\n0 Back 00 Menu' } })
      expect(await answer(4, '1')).toMatchObject({
        status: 200,
        body: {
          Type: 'Release',
          Message: 'Approve the prompt',
          Amount: 120,
          Description: expect.stringMatching(/^2 x Rice 5 kg, [0-9a-f]{32}$/),
        },
      })
      expect(await post(urls.get('checkout'), callback)).toEqual({ status: 200, body: { status: 'received' } })
      expect(await post(urls.get('ussd')?.replace(secret, 'another-secret'), turn)).toMatchObject({ status: 401 })
      expect(app.merchant.counts.checkout).toEqual({ accepted: 1, handled: 1 })

      expect(lines.join('')).toContain('"msg":')
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
    ordersOf(quickstart).set('order-1', { due: 6000, isDelivered: false })
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
      expect(deliveredOf(quickstart)).toEqual([false])
      await post(url, callback(60, 'Success'))
      expect(deliveredOf(quickstart)).toEqual([true])
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
      expect(deliveredOf(quickstart)).toEqual([true, true, true, true])
    } finally {
      await app.close()
    }
  })

  it('delivers an order once, and tells the service so when the order was a cart', async () => {
    const { bodies, url } = await reportService()
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    vi.stubEnv('MERCHANT_SECRET', 'another secret of the quickstart')
    vi.stubEnv('REPORT_URL', url)
    const report = blockUnder('docs/guides/fulfilment.md', 'In the shop of Start', 'js').code
    shown.length = 0
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
      expect(shown).toEqual([['Delivered:', expect.stringMatching(/^[0-9a-f]{32}$/)]])
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
      expect(deliveredOf(quickstart)).toEqual([true])
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

/** Which orders are delivered, the oldest first. */
function deliveredOf(quickstart: Readonly<Record<string, unknown>>): unknown[] {
  return [...ordersOf(quickstart).values()].map((order) => Object(order).isDelivered)
}

function ordersOf({ orders }: Readonly<Record<string, unknown>>): Map<unknown, unknown> {
  if (orders instanceof Map) return orders
  throw new Error('The block exports no orders')
}

async function post(url: string | undefined, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
