import { describe, expect, it } from 'vitest'
import { type MerchantWebhooksOptions, memoryStore, type PaymentEvent, secretPath } from '../../src/index.ts'
import type { PayOutcome } from '../../src/testing/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { trace } from '../../src/trace/moments.ts'
import { appWith } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { eachStore } from './stores.ts'

const outcomes: readonly PayOutcome[] = ['paid', 'failed', 'cancelled', 'refunded', 'undetermined']

/** A shop that asks for a payment at once, and what its handler got. */
async function teaShop(options: MerchantWebhooksOptions = {}) {
  const events: PaymentEvent[] = []
  const app = await appWith({
    prefix: '/push',
    verify: secretPath('a-good-secret'),
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 7.5, description: 'Tea' }),
    programmable: (_push, turn) =>
      turn.pay('To the checkout', {
        items: [
          { name: 'Tea', quantity: 3, price: 0.1 },
          { name: 'Rice', quantity: 1, price: 60 },
        ],
      }),
    payment: async (event) => events.push(event),
    ...options,
  })
  return { app, events }
}

describe('A phone pays what a USSD release asks for', () => {
  it('with the notice of the service, at the signed address of the reply', async () => {
    const { app, events } = await teaShop()
    const caller = phone(app)
    const screen = await caller.dial('*713#').pay()

    expect(screen).toMatchObject({ text: 'Approve the prompt', payment: { amount: 7.5 } })
    expect(events).toMatchObject([
      {
        source: 'ussdPayment',
        outcome: 'paid',
        evidence: 'signed',
        signed: { sessionId: caller.sessionId, reference: null, amountMinor: 750, currency: null },
        amount: 7.5,
        description: 'Tea',
      },
    ])
    const { notice } = caller.lastPayment ?? {}
    expect(notice).toEqual({
      ResponseCode: '0000',
      Message: 'success',
      Data: {
        Amount: 7.5,
        Charges: 0,
        AmountAfterCharges: 7.5,
        AmountCharged: 7.5,
        Description: 'Tea',
        ClientReference: expect.stringMatching(/^ussd-/),
        TransactionId: events[0]?.paymentId,
        ExternalTransactionId: expect.any(String),
        OrderId: expect.any(String),
        PaymentDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    })
  })

  it('at a path that is given, where the reply named no address: then nothing is signed', async () => {
    const { app, events } = await teaShop({ publicUrl: undefined })
    await phone(app).dial('*713#').pay({ url: '/push/ussd-payment/a-good-secret' })

    expect(events).toMatchObject([{ outcome: 'paid', evidence: 'callback', signed: null }])
  })

  it('in camelCase where the service writes so', async () => {
    const { app, events } = await teaShop()
    await phone(app, { names: 'camel' }).dial('*713#').pay()

    expect(events).toMatchObject([
      { raw: { responseCode: '0000', data: { amount: 7.5, description: 'Tea' } }, outcome: 'paid' },
    ])
  })
})

describe('A phone pays what goes to the checkout', () => {
  it('with the fulfilment notice of the session, its items and its total', async () => {
    const { app, events } = await teaShop()
    const caller = phone(app, { channel: 'webstore' })
    await caller.dial().pay()

    expect(events).toMatchObject([
      {
        source: 'fulfilment',
        outcome: 'paid',
        evidence: 'callback',
        sessionId: caller.sessionId,
        amount: 60.3,
        customerPhoneInternational: '+233000000000',
        order: {
          subtotal: 60.3,
          items: [
            { itemId: 'item-1', name: 'Tea', quantity: 3, unitPrice: 0.1 },
            { itemId: 'item-2', name: 'Rice', quantity: 1, unitPrice: 60 },
          ],
        },
        payment: { amountPaid: 60.3, amountAfterCharges: 60.3, isSuccessful: true },
      },
    ])
  })

  it('in camelCase where the service writes so, from the phone that dialled', async () => {
    const { app, events } = await teaShop()
    const caller = phone(app, { kind: 'programmable', names: 'camel', mobile: '233000000000' })
    await caller.dial('*713#').pay()

    expect(events).toMatchObject([{ outcome: 'paid', customerPhone: '233000000000', sessionId: caller.sessionId }])
    expect(caller.lastPayment?.notice).toMatchObject({ orderInfo: { items: [{ itemId: 'item-1' }, {}] } })
  })
})

describe('A payment may end', () => {
  it.each(outcomes)('%s, on every channel', async (outcome) => {
    const { app, events } = await teaShop()
    for (const channel of ['ussd', 'webstore'] as const) {
      const caller = phone(app, { channel })
      await caller.dial('*713#').pay({ outcome })
      expect(caller.lastPayment).toMatchObject({ status: 200, event: { outcome }, error: undefined })
    }
    const amounts = ['failed', 'cancelled'].includes(outcome) ? [0, 0] : [7.5, 60.3]
    expect(events.map(({ amount }) => amount)).toEqual(amounts)
  })

  it('with less than was asked for: the address was signed for more', async () => {
    const { app, events } = await teaShop()
    await phone(app).dial('*713#').pay({ amount: 0.05 })

    expect(events).toMatchObject([{ outcome: 'paid', amount: 0.05, evidence: 'callback' }])
  })

  it('otherwise than it did first', async () => {
    const { app, events } = await teaShop()
    const caller = phone(app)
    await caller.dial('*713#').pay({ outcome: 'failed' }).pay().pay({ outcome: 'failed' })

    expect(events.map(({ outcome }) => outcome)).toEqual(['failed', 'paid'])
    expect(new Set(events.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(caller.lastPayment?.event?.outcome).toBe('failed')
  })
})

describe.each(dealt(eachStore))('A phone that pays waits for the handler, %s', (_name, newStore, it) => {
  it('and shows what came of it', async () => {
    const ids: string[] = []
    const { app } = await teaShop({
      store: newStore(),
      payment: async (_event, attempt) => {
        await new Promise(setImmediate)
        ids.push(attempt.entryId)
      },
    })
    const caller = phone(app)
    expect(caller.lastPayment).toBeUndefined()
    await caller.dial('*713#')
    await caller.pay()

    expect(ids).toHaveLength(1)
    expect(caller.lastPayment).toMatchObject({
      status: 200,
      id: ids[0],
      event: { source: 'ussdPayment', outcome: 'paid', evidence: 'signed', signed: { sessionId: caller.sessionId } },
      error: undefined,
    })
    expect((await app.merchant.inbox.get(String(ids[0]))).state).toBe('done')
  })

  it('which runs once for a notice that comes twice, at once and later', async () => {
    const { app, events } = await teaShop({ store: newStore() })
    await phone(app).dial('*713#').pay({ times: 2 }).pay()

    expect(events).toHaveLength(1)
  })

  it('and twice for two payments of one session', async () => {
    const { app, events } = await teaShop({ store: newStore() })
    await phone(app, { channel: 'pos' }).dial().pay().pay({ paymentId: 'order-2' })

    expect(events.map(({ paymentId }) => paymentId)).toEqual([expect.any(String), 'order-2'])
  })

  it('and leaves no listener behind', async () => {
    const { app } = await teaShop({ store: newStore() })
    await phone(app).dial('*713#').pay()

    expect(app.merchant.events.eventNames()).toEqual([])
    expect(trace.settled.hasSubscribers).toBe(false)
  })
})

describe('A transcript', () => {
  it('shows that somebody paid', async () => {
    const { app } = await teaShop({ store: memoryStore() })
    const caller = phone(app)
    await caller.dial('*713#').pay({ outcome: 'cancelled' }).pay().expectScreen('Approve the prompt')

    expect(caller.transcript()).toBe(`dial *713#
  Approve the prompt
  (the session ends and asks to pay 7.5 for Tea)
pay: cancelled
pay: paid 7.5`)
  })
})
