import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, vi } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import { type Phone, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
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
    const own = reference(order)
    const tea = { name: 'Tea', quantity: 1, price: 5 }
    return talk.pay(`Approve order ${order}`, own === undefined ? tea : { ...tea, reference: own })
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

describe.each(dealt(eachStore))('A payment whose end crosses with the end of its session, %s', (_store, open, it) => {
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

describe.each(dealt(eachStore))(
  'A payment behind a PIN whose end crosses with the end of its session, %s',
  (_store, open, it) => {
    async function savings(store = open()) {
      const told: PaymentEvent[] = []
      let orders = 0
      const script = conversation(async (talk) => {
        await talk.ask('PIN?', text({ sensitive: true }))
        await talk.choose('Send to?', ['Ama', 'Kofi'])
        const order = await talk.once('order', () => ++orders)
        return talk.pay(`Approve order ${order}`, { amount: 5, description: 'Sent', reference: `order-${order}` })
      })
      const options: MerchantWebhooksOptions = { ussd: script, programmable: script }
      const { app } = await shop(store, () => undefined, { ...options, payment: (payment) => void told.push(payment) })
      return { app, told, orders: () => orders }
    }

    describe.each(ways)('%s', (_way, options) => {
      async function crossed(store?: Store) {
        const opened = await savings(store)
        const first = phone(opened.app, options)
        await first
          .dial('*713#')
          .reply('1234')
          .reply('1')
          .expectScreen(/^Approve order 1/)
        await leaves(opened.app, first, options.kind, 'Timeout')
        return { ...opened, first }
      }

      it('is asked for again behind the PIN where nobody has paid', async () => {
        const { app, orders } = await crossed()
        await phone(app, options)
          .dial('*713#')
          .expectScreen(/^PIN\?/)
          .reply('1234')
          .expectScreen(/^Approve order 1/)
        expect(orders()).toBe(1)
      })

      it('is not asked for again where its notice comes while the PIN is asked', async () => {
        const { app, first, told, orders } = await crossed()
        const second = phone(app, options)
        await second.dial('*713#').expectScreen(/^PIN\?/)
        await first.pay()
        await second.reply('1234').expectScreen(/^Your last payment has ended\.\nPIN\?/)
        await second
          .reply('1234')
          .reply('2')
          .expectScreen(/^Approve order 2/)
          .pay()
        expect(told.map(({ reference, outcome }) => [reference, outcome])).toEqual([
          ['order-1', 'paid'],
          ['order-2', 'paid'],
        ])
        expect(orders()).toBe(2)
      })

      it('is asked for by nobody where the subscriber leaves while its notice is looked for', async () => {
        const gate = Promise.withResolvers<void>()
        const state = { isClosed: false, asked: 0 }
        const store = open()
        const held: Store = {
          ...store,
          open: (user) => {
            const opened = store.open(user)
            const list = opened.inbox.list.bind(opened.inbox)
            opened.inbox.list = async (query) => {
              if (state.isClosed && query.lane === undefined) {
                state.asked += 1
                await gate.promise
              }
              return list(query)
            }
            return opened
          },
        }
        const { app, orders } = await crossed(held)
        const second = phone(app, options)
        await second.dial('*713#').expectScreen(/^PIN\?/)
        state.isClosed = true
        const answer = post(app, `/${options.kind}`, {
          Mobile: mobile,
          SessionId: second.sessionId,
          ServiceCode: '713',
          Type: 'Response',
          Message: '1234',
          Sequence: 2,
        })
        await vi.waitFor(() => expect(state.asked).toBeGreaterThan(0))
        await leaves(app, second, options.kind, 'Timeout')
        gate.resolve()
        expect((await answer).json().Type.toLowerCase()).toBe('release')
        expect((await answer).json().Message).not.toContain('Approve')
        expect(orders()).toBe(1)
      })

      it('is not asked for again after a session that stopped at the PIN', async () => {
        const { app, first, orders } = await crossed()
        const second = phone(app, options)
        await second.dial('*713#').expectScreen(/^PIN\?/)
        await leaves(app, second, options.kind, 'Timeout')
        await first.pay()
        await phone(app, options)
          .dial('*713#')
          .reply('1234')
          .expectScreen(/^Send to\?/)
        expect(orders()).toBe(1)
      })

      it('is another than that of somebody with another PIN, whose payment is asked for', async () => {
        const { app, first, orders } = await crossed()
        await first.pay()
        const other = phone(app, options)
        await other
          .dial('*713#')
          .reply('9999')
          .reply('1')
          .expectScreen(/^Approve order 2/)
        await leaves(app, other, options.kind, 'Timeout')
        await phone(app, options)
          .dial('*713#')
          .reply('9999')
          .expectScreen(/^Approve order 2/)
        expect(orders()).toBe(2)
      })
    })
  },
)
