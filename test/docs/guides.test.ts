import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PaymentEvent, toMinor } from '../../src/index.ts'
import { onEveryChannel, phone } from '../../src/testing/index.ts'
import { reportService } from '../payments/reports/service.ts'
import { blocksOf, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const secret = 'a-secret-of-the-guides'
const workshop = openWorkshop()
const open: FastifyInstance[] = []

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', secret)
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  vi.stubEnv('MERCHANT_SECRET', 'another secret of the guides')
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllGlobals()
})
afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
})

const session = {
  Mobile: '+233000000000',
  SessionId: 'session-1',
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'operator',
  Sequence: 1,
}
const answering = (Sequence: number, Message: string) => ({ ...session, Type: 'Response', Sequence, Message })

describe('the guide on USSD', () => {
  it('sells what its menu says, and replies as it shows', async () => {
    const app = await start('docs/guides/ussd.md', 'A menu')
    const [first, last] = blocksOf('docs/guides/ussd.md')
      .filter(({ language, heading }) => language === 'json' && heading === 'How it looks on the wire')
      .map(({ code }) => JSON.parse(code))

    expect(await push(app, 'ussd', session)).toEqual(first)
    expect(await push(app, 'ussd', answering(2, '9'))).toEqual({ Type: 'Response', Message: 'Please answer 1 to 2' })
    expect(await push(app, 'ussd', answering(3, '1'))).toEqual({ Type: 'Response', Message: 'How many?' })
    expect(await push(app, 'ussd', answering(4, '0'))).toEqual({ Type: 'Response', Message: 'Please answer 1 to 10' })
    // The example receives no payment notices, so no CallbackUrl goes out.
    const { CallbackUrl, ...payment } = last
    expect(CallbackUrl).toContain('/ussd-payment/')
    expect(await push(app, 'ussd', answering(5, '2'))).toEqual(payment)
  })
})

describe('the guide on programmable services', () => {
  it('asks, confirms and pays, and replies as it shows', async () => {
    const app = await start('docs/guides/programmable.md', 'A small shop')
    const shown = JSON.parse(blockUnder('docs/guides/programmable.md', 'How it looks on the wire', 'json').code)
    const { SessionId } = shown

    expect(await push(app, 'programmable', { ...session, SessionId })).toMatchObject({ FieldType: 'email' })
    expect(await push(app, 'programmable', { ...answering(2, 'ama@shop.example'), SessionId })).toEqual(shown)
    expect(await push(app, 'programmable', { ...answering(3, '1'), SessionId })).toMatchObject({
      Type: 'AddToCart',
      Item: { itemName: 'Ticket', qty: 1, price: 12.5 },
    })
  })

  it('tells interaction and fulfilment apart on one address', async () => {
    const said: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((...line) => said.push(line))
    const app = await start('docs/guides/programmable.md', 'On one address with fulfilment')
    const url = `/push/service/${secret}`
    const turn = await app.inject({ method: 'POST', url, payload: session })
    const notice = await app.inject({ method: 'POST', url, payload: { OrderId: 'order-1', OrderInfo: {} } })
    vi.restoreAllMocks()

    expect(turn.json()).toMatchObject({ Message: 'Welcome' })
    expect(notice.statusCode).toBe(200)
    expect(said).toEqual([['order-1', 'undetermined']])
  })
})

describe('the guide on payments', () => {
  it('delivers what is owed, gives other money to a person, and asks about the rest', async () => {
    const done: unknown[] = []
    vi.stubGlobal('shop', {
      order: async (id: string | null) => (id === null ? undefined : { id, due: 500 }),
      deliver: async (...what: unknown[]) => done.push(['deliver', ...what]),
      lookAt: async ({ clientReference, amount }: PaymentEvent) => done.push(['lookAt', clientReference, amount]),
      askLater: async ({ clientReference, why }: PaymentEvent) => done.push(['askLater', clientReference, why]),
    })
    const app = await start('docs/guides/payments.md', 'The complete code')
    const callback = (ClientReference: string, Status: string, Amount: number, ResponseCode = '0000') => ({
      ResponseCode,
      Status: 'Success',
      Data: { CheckoutId: `c-${ClientReference}`, ClientReference, Status, Amount },
    })
    const forged = callback('order-1', 'Success', 5)
    await push(app, 'checkout', { ...forged, Data: { ...forged.Data, CheckoutId: 'forged' } })
    await pushSigned(app, callback('order-1', 'Success', 5))
    await pushSigned(app, callback('order-2', 'Success', 0.05))
    await pushSigned(app, callback('order-1', 'Cancelled', 5))
    await pushSigned(app, callback('order-1', 'Failed', 0, '2001'))

    expect(done).toEqual([
      ['lookAt', 'order-1', 5],
      ['deliver', 'order-1'],
      ['lookAt', 'order-2', 0.05],
      ['askLater', 'order-1', expect.stringContaining('contradict')],
      ['lookAt', 'order-1', 0], // failed, after it was paid
    ])
  })
})

describe('whose payment it is, in the guide on payments', () => {
  it('is found for every notice, also where the order was made in another session', async () => {
    const due = new Map<string, number>()
    const settled: string[] = []
    const settledByCallback = Promise.withResolvers<void>()
    const byId = async (id: string | null) => {
      const amount = due.get(id ?? '')
      return amount === undefined ? undefined : { id, due: amount }
    }
    vi.stubGlobal('orders', {
      create: async (id: string, name: string, price: number) => {
        due.set(id, toMinor(price) ?? 0)
        await meanwhile()
        return { id, name, price }
      },
      byId,
      settle: async (id: string) => {
        settled.push(id)
        if (id === 'web-1') settledByCallback.resolve()
      },
    })
    vi.stubEnv('MERCHANT_STORE', join(workshop.folder, 'payments.db'))
    let meanwhile = async (): Promise<unknown> => undefined
    const app = await start('docs/guides/payments.md', 'Whose payment it is')
    await onEveryChannel(app, (phone) => phone.dial('*713#').choose('Tea').pay())
    const caller = phone(app, { kind: 'programmable' })
    await caller.dial('*713#')
    meanwhile = () => caller.timeout().run()
    await caller.choose('Tea').redial().pay()
    const [first = '', ...others] = due.keys()
    due.set('web-1', 500)
    const Data = { CheckoutId: 'c1', ClientReference: 'web-1', Status: 'Success', Amount: 5 }
    await pushSigned(app, { ResponseCode: '0000', Status: 'Success', Data })
    await settledByCallback.promise
    meanwhile = async () => undefined
    await phone(app).dial('*713#').choose('Tea').pay({ amount: 0.05 })

    expect(others).toHaveLength(4)
    expect(due.size).toBe(7)
    expect(settled).toEqual([first, ...others, 'web-1'])
  })
})

describe('the guides of the money kinds', () => {
  it('mark a checkout paid, and know the address to give', async () => {
    const marked = vi.fn()
    vi.stubGlobal('markPaid', marked)
    vi.stubGlobal('invoiceOf', async (reference: string | null) => ({ id: `invoice of ${reference}`, due: 5000 }))
    const guide = await run(workshop, blockUnder('docs/guides/checkout.md', 'A handler', 'ts'))
    const app = appOf(guide)
    open.push(app)
    const Data = { CheckoutId: 'c1', ClientReference: 'order-1', Status: 'Success', Amount: '50.00' }

    if (typeof guide.callbackUrlOf !== 'function') throw new Error('The guide exports no callbackUrlOf')
    const url: string = await guide.callbackUrlOf('order-1', 50)
    expect(url).toContain(`https://shop.example/push/checkout/${secret}?`)
    const payload = { ResponseCode: 0, Status: 'Success', Data }
    await push(app, 'checkout', { ...payload, Data: { ...Data, CheckoutId: 'forged' } })
    const { pathname, search } = new URL(url)
    const taken = await app.inject({ method: 'POST', url: pathname + search, payload })
    expect(taken.json()).toEqual({ status: 'received' })
    await push(app, 'checkout', { ResponseCode: '2101', Status: 'Success', Data: { ...Data, Status: 'Failed' } })
    expect(marked.mock.calls).toEqual([['invoice of order-1']])
  })

  it('deliver an order', async () => {
    const delivered = vi.fn()
    vi.stubGlobal('deliver', delivered)
    vi.stubGlobal('orderOf', async (reference: string | null) =>
      reference === 'order-17' ? { id: 'tea-1', due: 500 } : undefined,
    )
    const app = await start('docs/guides/fulfilment.md', 'A handler')
    expect(await push(app, 'programmable', { ...session, Platform: 'Webstore' })).toMatchObject({ Type: 'AddToCart' })
    const order = (OrderId: string, Status: string, AmountPaid: number, SessionId = 'session-1') => ({
      SessionId,
      OrderId,
      OrderInfo: { Status, Items: [{ Name: 'Tea' }], Payment: { IsSuccessful: true, AmountPaid } },
    })
    await push(app, 'fulfilment', order('order-1', 'Paid', 5))
    await push(app, 'fulfilment', order('order-2', 'Unpaid', 5))
    await push(app, 'fulfilment', order('order-3', 'Paid', 0.05))
    await push(app, 'fulfilment', order('order-4', 'Paid', 5, 'session-2'))
    expect(delivered.mock.calls).toEqual([['tea-1', 'order-1']])
  })

  it('tell the service where the notice of a USSD payment goes, and settle it', async () => {
    const settled = vi.fn()
    vi.stubGlobal('settle', settled)
    vi.stubGlobal('dueOf', async (order: string | null) => (order === 'order-17' ? 500 : undefined))
    const app = await start('docs/guides/ussd-payment.md', 'A handler')
    const asked = await push(app, 'ussd', session)
    expect(asked).toMatchObject({
      CallbackUrl: expect.stringContaining(
        `https://shop.example/push/ussd-payment/${secret}?mref=order-17&mses=session-1&mamt=500&`,
      ),
    })
    const { pathname, search } = new URL(Object(asked).CallbackUrl)
    const Data = { TransactionId: 't1', Amount: 5, Mobile: '+233000000000' }
    const url = pathname + search
    const forged = { ...Data, TransactionId: 'forged' }
    await push(app, 'ussdPayment', { ResponseCode: '0000', Message: 'Success', Data: forged })
    await app.inject({ method: 'POST', url, payload: { ResponseCode: '0000', Message: 'Success', Data } })
    await app.inject({ method: 'POST', url, payload: { ResponseCode: '0000', Message: 'Thank you', Data } })
    expect(settled.mock.calls).toEqual([['order-17']])
  })
})

describe('the guides on messages', () => {
  it('keep the status that holds, whatever the order of the reports, and say when nothing more will come', async () => {
    const kept = new Map<string, string>()
    const done = vi.fn()
    vi.stubGlobal('statuses', {
      get: async (messageId: string) => kept.get(messageId) ?? null,
      set: async (messageId: string, status: string) => kept.set(messageId, status),
    })
    vi.stubGlobal('done', done)
    const app = await start('docs/guides/delivery-report.md', 'A handler')
    await push(app, 'deliveryReport', { messageid: 'm1', STATUS: 'bufferedlocally' })
    expect(kept.get('m1')).toBe('Buffered Locally')
    await push(app, 'deliveryReport', { MessageId: 'm1', Status: 'delivered' })
    await push(app, 'deliveryReport', { MessageId: 'm1', Status: 'On Its Way' })
    await push(app, 'deliveryReport', { MessageId: 'm2', Status: 'expired' })
    expect([...kept]).toEqual([
      ['m1', 'Delivered'],
      ['m2', 'Expired'],
    ])
    expect(done.mock.calls).toEqual([
      ['m1', true],
      ['m2', false],
    ])
  })

  it('enter a message by its keyword', async () => {
    const entered = vi.fn()
    vi.stubGlobal('enter', entered)
    const app = await start('docs/guides/inbound-message.md', 'A handler')
    await push(app, 'inboundMessage', { from: '0000000000', keyword: 'win', text: '7' })
    await push(app, 'inboundMessage', { from: '0000000000', keyword: 'lose', text: '7' })
    expect(entered.mock.calls).toEqual([[expect.stringMatching(/^inboundMessage:/), '+233000000000', '7']])
  })
})

describe('the guide on fulfilment', () => {
  it('delivers the cart that is paid as asked, and reports no other as delivered', async () => {
    const { bodies, url } = await reportService()
    vi.stubEnv('REPORT_URL', url)
    vi.stubEnv('REPORT_AUTHORIZATION', 'Bearer of-the-reports')
    const tickets = new Map<string | null, string>()
    vi.stubGlobal('orderOf', async (id: string | null) => (id === 'order-17' ? { id, due: 500 } : undefined))
    vi.stubGlobal('deliver', async (order: string, orderId: string | null) => tickets.set(orderId, order))
    vi.stubGlobal('ticketOf', async (orderId: string | null) => tickets.get(orderId))
    const handler = blockUnder('docs/guides/fulfilment.md', 'A handler', 'ts')
    const exported = handler.code.replace('const onFulfilment', 'export const onFulfilment')
    vi.stubGlobal('onFulfilment', (await run(workshop, { ...handler, code: exported, line: 1 })).onFulfilment)
    const report = blockUnder('docs/guides/fulfilment.md', 'Telling the service that you delivered', 'ts')
    const [selling = ''] = /^ {2}programmable: .*\n/m.exec(handler.code) ?? []
    const code = report.code
      .replace("'merchant.db'", JSON.stringify(join(workshop.folder, 'fulfilment.db')))
      .replace(/^ {2}fulfilment: /m, (line) => selling + line)
    const app = appOf(await run(workshop, { ...report, code }))
    open.push(app)
    const pays = async (SessionId: string, AmountAfterCharges: number) => {
      const Payment = { AmountAfterCharges, IsSuccessful: true }
      await push(app, 'fulfilment', { SessionId, OrderId: `of-${SessionId}`, OrderInfo: { Status: 'Paid', Payment } })
    }
    for (const SessionId of ['less', 'full', 'more'])
      await push(app, 'programmable', { ...session, SessionId, Mobile: SessionId })
    await pays('less', 0.05)
    await pays('full', 5)
    await pays('more', 5.05)
    await pays('nobody', 5)
    const told = (OrderId: string, ServiceStatus: string) => expect.objectContaining({ OrderId, ServiceStatus })
    const expected = [told('of-full', 'success'), told('of-more', 'failed'), told('of-nobody', 'failed')]
    await vi.waitFor(() => expect(bodies()).toEqual(expect.arrayContaining(expected)), 10_000)
    expect([...tickets]).toEqual([['of-full', 'order-17']])
    expect(bodies()).not.toContainEqual(told('of-less', 'success'))
  })
})

describe('the guide on the deadline', () => {
  it('gives its work the signal of the turn', async () => {
    const find = vi.fn(async (_mobile: string, signal: AbortSignal) => (signal.aborted ? 0 : 12))
    vi.stubGlobal('findBalance', find)
    const app = await start('docs/guides/deadline.md', 'The budget')
    expect(await push(app, 'ussd', session)).toEqual({ Type: 'Release', Message: 'Your balance is 12.00' })
  })
})

async function start(file: string, heading: string): Promise<FastifyInstance> {
  const app = appOf(await run(workshop, blockUnder(file, heading, 'ts')))
  open.push(app)
  return app
}

/** To an address that was signed for the payment's reference, and any amount. */
async function pushSigned(app: FastifyInstance, payload: object) {
  await app.ready()
  const reference = String(Object(payload).Data.ClientReference)
  const signed = app.merchant.callbackUrl({ kind: 'checkout', reference })
  const { pathname, search } = new URL(signed)
  await app.inject({ method: 'POST', url: pathname + search, payload })
}

async function push(app: FastifyInstance, kind: string, body: object): Promise<unknown> {
  await app.ready()
  const url = app.merchant.urls.find((one) => one.kind === kind)?.url ?? ''
  const response = await app.inject({ method: 'POST', url: url.replace('https://shop.example', ''), payload: body })
  return response.json()
}
