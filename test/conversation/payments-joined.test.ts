import { describe, expect } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import { type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { eachStore } from '../testing/stores.ts'

/** Every way on which a conversation can ask for a payment. */
const ways: readonly (readonly [string, PhoneOptions])[] = [
  ['of the kind ussd', { channel: 'ussd' }],
  ['of a programmable service', { channel: 'ussd', kind: 'programmable' }],
  ['in a web store', { channel: 'webstore' }],
]

/** The session that asked for a payment, as its notice tells. */
function sessionOf(payment: PaymentEvent): string | null {
  return payment.source === 'fulfilment' ? payment.sessionId : (payment.signed?.sessionId ?? null)
}

/** A shop that knows which order was asked for in which session, and what its notices led to. */
async function teaShop(store: Store, options: MerchantWebhooksOptions = {}) {
  const orders: string[] = []
  const asked = new Map<string | null, string>()
  const bySession: (string | undefined)[] = []
  const byReference: (string | null | undefined)[] = []
  const atOrder = { meanwhile: async (): Promise<unknown> => undefined }
  const atNote = { meanwhile: async (): Promise<unknown> => undefined }
  const shop = conversation(async (talk) => {
    const tea = await talk.choose('Tea?', [
      { label: 'Green', amount: 5 },
      { label: 'Black', amount: 4 },
    ])
    const order = await talk.once('order', async (key) => {
      orders.push(key)
      await atOrder.meanwhile()
      return { id: key }
    })
    const note = async () => {
      asked.set(talk.sessionId, order.id)
      await atNote.meanwhile()
      return talk.sessionId
    }
    let noted: string
    do noted = await talk.once('asked', note, { recover: note })
    while (noted !== talk.sessionId)
    return talk.pay('Approve', { name: tea.label, quantity: 1, price: tea.amount, reference: order.id })
  })
  const app = await appWith({
    store,
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    ussd: shop,
    programmable: shop,
    payment: (payment) => {
      bySession.push(asked.get(sessionOf(payment)))
      byReference.push(payment.signed?.reference)
    },
    ...options,
  })
  return { app, orders, asked, bySession, byReference, atOrder, atNote }
}

describe.each(dealt(eachStore))('What talk.pay asked for is found again, %s', (_store, newStore, it) => {
  it.each(ways)('by its session, %s', async (_way, who) => {
    const { app, orders, bySession } = await teaShop(newStore())
    await phone(app, who).dial('*713#').choose('Green').pay()

    expect(orders).toHaveLength(1)
    expect(bySession).toEqual(orders)
  })

  it('by its reference on USSD, whatever the notice itself says', async () => {
    const { app, orders, byReference } = await teaShop(newStore())
    const caller = phone(app)
    await caller.dial('*713#').choose('Green').pay()

    expect(orders).toHaveLength(1)
    expect(byReference).toEqual(orders)
    expect(caller.lastPayment?.event?.clientReference).not.toBe(orders[0])
  })

  it.each(ways)('when two ask at once and the second pays first, %s', async (_way, who) => {
    const { app, asked, bySession } = await teaShop(newStore())
    const first = phone(app, { ...who, mobile: '+233000000001' })
    const second = phone(app, { ...who, mobile: '+233000000002' })
    await first.dial('*713#')
    await second.dial('*713#').choose('Black')
    await first.choose('Green')
    await second.pay()
    await first.pay()

    expect(asked.size).toBe(2)
    expect(bySession).toEqual([second, first].map(({ sessionId = '' }) => asked.get(sessionId)))
  })

  it.each(ways.slice(0, 2))('in the session that asked, where another one ordered, %s', async (_way, who) => {
    const { app, orders, asked, bySession, atOrder } = await teaShop(newStore())
    const caller = phone(app, who)
    await caller.dial('*713#')
    atOrder.meanwhile = () => caller.timeout().run()
    await caller.choose('Green')
    const ordered = caller.sessionId
    await caller.redial().pay()

    expect(orders).toHaveLength(1)
    expect([...asked.keys()]).toContain(caller.sessionId)
    expect(caller.sessionId).not.toBe(ordered)
    expect(bySession).toEqual(orders)
  })

  it.each(ways.slice(0, 2))('in the session that asked, where another one had noted itself, %s', async (_way, who) => {
    const { app, orders, asked, bySession, atNote } = await teaShop(newStore())
    const caller = phone(app, who)
    await caller.dial('*713#')
    atNote.meanwhile = async () => {
      atNote.meanwhile = async () => undefined
      await caller.timeout().run()
    }
    await caller.choose('Green')
    await caller.redial().pay()

    expect(asked.size).toBe(2)
    expect(orders).toHaveLength(1)
    expect(bySession).toEqual(orders)
  })
})
