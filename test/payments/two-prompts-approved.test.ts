import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { type Clock, systemClock } from '../../src/clock.ts'
import { conversation } from '../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore, type PaymentEvent, type Store } from '../../src/index.ts'
import { type Phone, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { openSessionShop, publicUrl } from './session-shop.ts'

const mobile = '+233000000000'
const { MobileNumber, ...later } = { MobileNumber: mobile, StartDate: '2099-01-01T00:00:00Z', TransactionAmount: 5 }

let ahead = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
const onServerTime = new WeakSet<FastifyInstance>()

/** What a second later is another address. Where the store has a time of its own nobody moves it on. */
async function aSecondLater(app: FastifyInstance): Promise<void> {
  ahead += 1_100
  const before = Date.now()
  if (onServerTime.has(app)) await vi.waitUntil(() => Date.now() > before + 1_100, { interval: 50 })
}

/** A shop that makes an order and asks to pay for it, and what its handler was told. */
async function shop(store: Store, options: MerchantWebhooksOptions = {}) {
  const script = conversation(async (talk) => {
    await talk.choose('Tea?', ['Green', 'Black'])
    const order = await talk.once('order', (key) => key.slice(0, 6))
    return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5, reference: `order-${order}` })
  })
  const opened = await openSessionShop({ store, clock, ussd: script, programmable: script, ...options })
  if (store.name === 'postgres') onServerTime.add(opened.app)
  return opened
}

/** Shows one payment in two sessions: the end of the first crosses with the end of its payment. */
async function shownTwice(app: FastifyInstance, options: PhoneOptions & { kind: 'ussd' | 'programmable' }) {
  const first = phone(app, options)
  const one = await first.dial('*713#').reply('1')
  const push = { Mobile: mobile, ServiceCode: '713', Message: '', Sequence: 9, SessionId: first.sessionId }
  await post(app, `/${options.kind}`, { ...push, Type: 'Timeout' })
  await aSecondLater(app)
  const second = phone(app, options)
  const two = await second.dial('*713#').expectScreen('Approve')
  const addresses = [one, two].map(({ payment }) => `${payment?.callbackUrl}`.slice(publicUrl.length))
  return { phones: [first, second] as const, addresses: addresses as [string, string] }
}

const ussd = { mobile, kind: 'ussd' } as const
const cart = { mobile, kind: 'programmable', channel: 'ussd' } as const

/** A prompt was approved. */
async function approved(app: FastifyInstance, address: string, TransactionId: string): Promise<void> {
  const Data = { Amount: 5, TransactionId }
  expect((await post(app, address, { ResponseCode: '0000', Message: 'success', Data })).statusCode).toBe(200)
}

/** The order of a cart was paid. */
async function ordered(app: FastifyInstance, { sessionId: SessionId }: Phone, OrderId: string): Promise<void> {
  const Payment = { IsSuccessful: true, AmountPaid: 5 }
  const push = { SessionId, OrderId, OrderInfo: { Status: 'Paid', Payment, CustomerMobileNumber: mobile } }
  expect((await post(app, '/fulfilment', push)).statusCode).toBe(200)
}

const inShort = (told: readonly PaymentEvent[]) => told.map(({ outcome, needsReview }) => [outcome, needsReview])
const once = ['paid', []]
const again = ['undetermined', ['paidTwice']]

/** That all of it was told, and nothing is worked on but what has its time. */
async function untilTold(app: FastifyInstance, told: readonly PaymentEvent[], times: number): Promise<void> {
  await vi.waitFor(async () => {
    const { waiting, running } = await app.merchant.inbox.count({ kinds: ['ussdPayment', 'fulfilment'] })
    expect([told.length, waiting + running]).toEqual([times, 0])
  })
}

const stores: readonly (readonly [name: string, make: () => () => Store])[] = [
  ['memory', () => () => memoryStore()],
  ['memory that acknowledges first', () => () => keptInMemory()],
  ...realStores,
]

describe.each(dealt(stores))(
  'A payment that two sessions showed, both of whose prompts were approved, on %s',
  (_name, make, it) => {
    it('is told as paid once, and then as paid twice', async () => {
      const { app, told } = await shop((await make())())
      const { addresses } = await shownTwice(app, ussd)
      await approved(app, addresses[0], 't-1')
      await untilTold(app, told, 1)
      await approved(app, addresses[1], 't-2')
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual([once, again])
      expect(new Set(told.map(({ reference }) => reference)).size).toBe(1)
      await approved(app, addresses[0], 't-1')
      await approved(app, addresses[1], 't-2')
      await untilTold(app, told, 2)
    })

    it('is told so where the service is asked', async () => {
      const service = await payingService()
      service.know('one', 'Settled', { ...later, MobileNumber })
      service.know('two', 'Settled', { ...later, MobileNumber })
      const { app, told } = await shop((await make())(), { client: service.client() })
      const { addresses } = await shownTwice(app, ussd)
      await approved(app, addresses[1], 't-one')
      await untilTold(app, told, 1)
      await approved(app, addresses[0], 't-two')
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual([once, again])
      await approved(app, addresses[1], 't-one')
      await untilTold(app, told, 2)
    })

    it('is told so where both notices come at once', async () => {
      const { app, told } = await shop((await make())())
      const { addresses } = await shownTwice(app, ussd)
      await Promise.all([approved(app, addresses[0], 't-1'), approved(app, addresses[1], 't-2')])
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual(expect.arrayContaining([once, again]))
    })

    it('is told so of a cart that was paid in both', async () => {
      const { app, told } = await shop((await make())())
      const { phones } = await shownTwice(app, cart)
      await ordered(app, phones[0], 'o-1')
      await untilTold(app, told, 1)
      await ordered(app, phones[1], 'o-2')
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual([once, again])
      await ordered(app, phones[1], 'o-2')
      await untilTold(app, told, 2)
    })

    it('is told so of a cart of which nobody has given a reference, beside a client', async () => {
      const service = await payingService()
      const { app, told } = await shop((await make())(), {
        client: service.client(),
        programmable: conversation(async (talk) => {
          await talk.choose('Tea?', ['Green', 'Black'])
          await talk.once('order', () => true)
          return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5 })
        }),
      })
      const { phones } = await shownTwice(app, cart)
      await ordered(app, phones[0], 'o-1')
      await ordered(app, phones[1], 'o-2')
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual(expect.arrayContaining([['paid', ['unconfirmable']], again]))
    })

    it('counts as paid by the one that was approved, where the other failed', async () => {
      const { app, told } = await shop((await make())())
      const { addresses } = await shownTwice(app, ussd)
      await post(app, addresses[0], {
        ResponseCode: '2001',
        Message: 'failed',
        Data: { Amount: 0, TransactionId: 't-1' },
      })
      await untilTold(app, told, 1)
      await approved(app, addresses[1], 't-2')
      await untilTold(app, told, 2)
      expect(inShort(told)).toEqual([['failed', []], once])
    })
  },
)

describe('Two prompts of one payment that were approved', () => {
  it.each([
    ['a client', true],
    ['no client', false],
  ])(
    'are paid twice where their notices come to two processes at once, with %s',
    async (_with, isAsked) => {
      const open = await newPostgres()
      const service = await payingService()
      service.know('one', 'Settled', { ...later, MobileNumber })
      service.know('two', 'Settled', { ...later, MobileNumber })
      const options = isAsked ? { client: service.client() } : {}
      const [one, two] = [await shop(open(), options), await shop(open(), options)]
      const { addresses } = await shownTwice(one.app, ussd)
      await Promise.all([approved(one.app, addresses[0], 't-one'), approved(two.app, addresses[1], 't-two')])
      const told = () => [...one.told, ...two.told]
      await vi.waitFor(() => expect(told()).toHaveLength(2), 10_000)
      expect(inShort(told())).toEqual(expect.arrayContaining([once, again]))
    },
    30_000,
  )

  it('are told the same at a second attempt', async () => {
    const failed = new Set<string>()
    const tried: PaymentEvent[] = []
    const { app } = await shop(keptInMemory(), {
      retry: { minDelay: 1, maxDelay: 1 },
      payment: (payment) => {
        tried.push(payment)
        const id = `${payment.paymentId}`
        if (!failed.has(id)) {
          failed.add(id)
          throw new Error('the books are closed')
        }
      },
    })
    const { addresses } = await shownTwice(app, ussd)
    await approved(app, addresses[0], 't-1')
    await untilTold(app, tried, 2)
    await approved(app, addresses[1], 't-2')
    await untilTold(app, tried, 4)
    expect(inShort(tried)).toEqual([once, once, again, again])
  })

  it('are one payment where one transaction is posted to both addresses', async () => {
    const { app, told } = await shop(keptInMemory())
    const { addresses } = await shownTwice(app, ussd)
    await approved(app, addresses[0], 't-1')
    await untilTold(app, told, 1)
    await approved(app, addresses[1], 't-1')
    await untilTold(app, told, 2)
    expect(inShort(told)).toEqual([once, ['undetermined', ['reused']]])
  })

  it('are two payments where two phones have sessions of one id', async () => {
    const { app, told } = await shop(keptInMemory())
    const terms = { kind: 'ussdPayment', sessionId: 's-1', reference: 'airtime', amount: 5 } as const
    for (const payer of [mobile, '+233000000009']) {
      const address = app.merchant.callbackUrl({ ...terms, payer }).slice(publicUrl.length)
      await approved(app, address, `t-${payer}`)
    }
    await untilTold(app, told, 2)
    expect(inShort(told)).toEqual([once, once])
  })
})
