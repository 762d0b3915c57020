import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import { type Phone, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { eachStore } from '../testing/stores.ts'

const mobile = '+233000000000'

/** A shop that makes an order and asks to pay for it, and what its handler was told. */
async function shop(
  store: Store,
  reference: (order: number) => string | undefined,
  options: MerchantWebhooksOptions = {},
) {
  const told: PaymentEvent[] = []
  let orders = 0
  const script = conversation(async (talk) => {
    await talk.choose('Tea?', ['Green', 'Black'])
    const order = await talk.once('order', () => ++orders)
    return talk.pay(`Approve order ${order}`, { name: 'Tea', quantity: 1, price: 5, reference: reference(order) })
  })
  const app = await appWith({
    store,
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    ussd: script,
    programmable: script,
    payment: (payment) => void told.push(payment),
    ...options,
  })
  return { app, told, orders: () => orders }
}

/** The service tells that a session is over, though it was ended here. */
async function leaves(app: FastifyInstance, { sessionId }: Phone, kind: 'ussd' | 'programmable', Type: string) {
  await post(app, `/${kind}`, {
    Mobile: mobile,
    SessionId: sessionId,
    ServiceCode: '713',
    Type,
    Message: '',
    Sequence: 9,
  })
  for (let turn = 0; turn < 50; turn++) await setImmediate()
}

const ways: readonly (readonly [string, PhoneOptions & { kind: 'ussd' | 'programmable' }])[] = [
  ['a payment of the kind ussd', { mobile, kind: 'ussd' }],
  ['a cart', { mobile, channel: 'ussd', kind: 'programmable' }],
]

const references: readonly (readonly [string, (order: number) => string | undefined])[] = [
  ['with a reference', (order) => `order-${order}`],
  ['with a reference of 300 characters', (order) => `${order}`.padEnd(300, 'x')],
  ['without a reference', () => undefined],
]

describe.each(eachStore)('A payment whose end crosses with the end of its session, %s', (_store, open) => {
  describe.each(ways)('%s', (_way, options) => {
    describe.each(references)('%s', (_name, reference) => {
      it.each(['Timeout', 'Release'])('is not asked for again at the next dial where it was paid: %s', async (type) => {
        const { app, told } = await shop(await open(), reference)
        const caller = phone(app, options)
        await caller.dial('*713#').reply('1').pay()
        await leaves(app, caller, options.kind, type)
        await phone(app, options)
          .dial('*713#')
          .expectScreen(/^Tea\?/)
        expect(told).toMatchObject([{ outcome: 'paid' }])
      })
    })

    it('is asked for again where nobody has paid', async () => {
      const { app, orders } = await shop(await open(), (order) => `order-${order}`)
      const caller = phone(app, options)
      await caller.dial('*713#').reply('1')
      await leaves(app, caller, options.kind, 'Timeout')
      await phone(app, options)
        .dial('*713#')
        .expectScreen(/^Approve order 1/)
      expect(orders()).toBe(1)
    })

    it('is not asked for a third time where the first was paid in the meantime', async () => {
      const { app, orders } = await shop(await open(), () => 'account-1')
      const first = phone(app, options)
      await first.dial('*713#').reply('1')
      await leaves(app, first, options.kind, 'Timeout')
      const second = phone(app, options)
      await second.dial('*713#').expectScreen(/^Approve order 1/)
      await leaves(app, second, options.kind, 'Timeout')
      await first.pay()
      await phone(app, options)
        .dial('*713#')
        .expectScreen(/^Tea\?/)
      expect(orders()).toBe(1)
    })

    it('is asked for again although somebody has posted a notice of its reference to another address', async () => {
      const { app, told } = await shop(await open(), (order) => `order-${order}`)
      const caller = phone(app, options)
      await caller.dial('*713#').reply('1')
      const Data = { Amount: 5, ClientReference: 'order-1', TransactionId: 't-1' }
      await post(app, '/ussd-payment', { ResponseCode: '0000', Message: 'success', Data })
      await post(app, '/fulfilment', { OrderId: 'cart-1', OrderInfo: { Status: 'Paid' } })
      await leaves(app, caller, options.kind, 'Timeout')
      await phone(app, options)
        .dial('*713#')
        .expectScreen(/^Approve order 1/)
      await vi.waitFor(() => expect(told).toHaveLength(2))
    })

    it('is asked for again although another payment of its reference was paid', async () => {
      const { app, orders } = await shop(await open(), () => 'account-1')
      await phone(app, { ...options, mobile: '+233000000009' })
        .dial('*713#')
        .reply('1')
        .pay()
      const caller = phone(app, options)
      await caller.dial('*713#').reply('1')
      await leaves(app, caller, options.kind, 'Timeout')
      await phone(app, options)
        .dial('*713#')
        .expectScreen(/^Approve order 2/)
      expect(orders()).toBe(2)
    })
  })
})
