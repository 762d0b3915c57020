import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { quickClock } from '../testing/quick-clock.ts'

const mobile = '+233000000000'

/** A store that comes to know of no screen from the moment that a payment was remembered: its process is killed before. */
function losingScreens(store: Store): Store {
  return {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      const { inbox, turns } = opened
      let isLost = false
      const unlessLost = <Given, Told>(ask: (given: Given) => Promise<Told>) => {
        return (given: Given) =>
          isLost ? Promise.reject(new FMW_STORE_UNAVAILABLE('of a test', 'it is out of reach')) : ask(given)
      }
      const accept = inbox.accept.bind(inbox)
      inbox.accept = (entry, claim) => {
        // What came for one is kept under the same kind.
        if (entry.kind === 'askedPayment' && !entry.id.endsWith('|paid')) isLost = true
        return accept(entry, claim)
      }
      turns.close = unlessLost(turns.close.bind(turns))
      turns.finish = unlessLost(turns.finish.bind(turns))
      turns.seen = unlessLost(turns.seen.bind(turns))
      turns.end = unlessLost(turns.end.bind(turns))
      return opened
    },
  }
}

const sale = { name: 'Tea', quantity: 1, price: 5 }

/** A shop whose processes share what it made and was told. */
function shop() {
  const told: PaymentEvent[] = []
  const keys: string[] = []
  const script = conversation(async (talk) => {
    await talk.choose('Tea?', ['Green', 'Black'])
    const order = await talk.once('order', (key) => keys.push(key))
    return talk.pay(`Approve order ${order}`, { ...sale, reference: `order-${order}` })
  })
  const start = async (store: Store, { clock = quickClock, ...options }: MerchantWebhooksOptions = {}) => {
    let isClosing = false
    const app = await appWith({
      store,
      publicUrl: 'https://shop.example',
      secret: 'a secret of this test',
      ussd: script,
      programmable: script,
      payment: (payment) => void told.push(payment),
      // A process that closes would give the store seconds to come back.
      clock: { ...clock, after: (ms, callback) => clock.after(isClosing ? 0 : ms, callback) },
      ...options,
    })
    app.addHook('preClose', async () => {
      isClosing = true
    })
    return app
  }
  return { start, told, keys }
}

const ussd: PhoneOptions = { mobile, kind: 'ussd' }
const cart: PhoneOptions = { mobile, kind: 'programmable', channel: 'ussd' }

describe.each([
  { what: 'a payment of the kind ussd, on SQLite', open: newSqlite, options: ussd },
  { what: 'a cart, on PostgreSQL', open: newPostgres, options: cart },
])(
  'A payment whose screen the store did not come to know of before its process was gone: $what',
  ({ open: newStore, options }) => {
    /** What is left of the first order: its payment stood on a screen that the store did not come to know of. */
    async function lostSale() {
      const open = newStore()
      const { start, told, keys } = shop()
      const first = await start(losingScreens(open()))
      const caller = phone(first, options)
      await caller
        .dial('*713#')
        .reply('1')
        .expectScreen(/^Approve order 1/)
      await first.close()
      return { open, start, told, keys, caller }
    }

    it('is not asked for again where it was paid, and the order is not made again', async () => {
      const { open, start, told, keys, caller } = await lostSale()
      const second = await start(open())
      await caller.moveTo(second).pay()
      await phone(second, options)
        .dial('*713#')
        .expectScreen(/^Your last payment has ended\.\nTea\?/)
      expect(keys).toHaveLength(1)
      expect(told).toMatchObject([{ outcome: 'paid' }])
    })

    it('is asked for again where nobody has paid, and no more once the screen of either process was', async () => {
      const { open, start, keys } = await lostSale()
      const second = await start(losingScreens(open()))
      const again = phone(second, options)
      await again.dial('*713#').expectScreen(/^Approve order 1/)
      await second.close()

      const third = await start(open())
      await again.moveTo(third).pay()
      await phone(third, options)
        .dial('*713#')
        .expectScreen(/^Your last payment has ended\.\nTea\?/)
        .reply('2')
        .expectScreen(/^Approve order 2/)
      expect(keys).toHaveLength(2)
    })

    it('is asked for although an earlier purchase in a session of the same id was paid', async () => {
      const { open, start, keys, caller } = await lostSale()
      const second = await start(losingScreens(open()))
      await caller.moveTo(second).pay()
      const turn = turnsOf(second, options, caller.sessionId)
      expect(await turn('Initiation', '*713#', 5)).toMatch(/^Your last payment has ended\.\nTea\?/)
      expect(await turn('Response', '2', 6)).toMatch(/^Approve order 2/)
      await second.close()

      const third = await start(open())
      await phone(third, options)
        .dial('*713#')
        .expectScreen(/^Approve order 2/)
      expect(keys).toHaveLength(2)
    })

    it('is not asked for again although the phone was asked for twelve others since, where the clock is days ahead', async () => {
      const { open, start, caller } = await lostSale()
      const clock = { ...quickClock, now: () => quickClock.now() + 3 * 86_400_000 }
      const second = await start(open(), { clock })
      for (let other = 0; other < 12; other++)
        await phone(second, options)
          .dial(`*${800 + other}#`)
          .reply('1')
      await caller.moveTo(second).pay()
      await phone(second, options)
        .dial('*713#')
        .expectScreen(/^Your last payment has ended\.\nTea\?/)
    })
  },
)

/** Turns of a session whose id is given: another may have had it. */
function turnsOf(
  app: FastifyInstance,
  { kind = 'ussd', mobile: Mobile = mobile }: PhoneOptions,
  SessionId: string | undefined,
) {
  return async (Type: string, Message: string, Sequence: number) => {
    const push = { Mobile, SessionId, ServiceCode: '713', Operator: 'network', Type, Message, Sequence }
    const answer = await post(app, `/${kind}`, push)
    return String(answer.json().Message)
  }
}

describe('A cart whose phone is written in another way at the next dial, with a country', () => {
  const national = '0240000000'
  const international = '+233240000000'

  it.each([
    [national, international],
    [international, national],
  ])('is not asked for again where it was paid: %s, then %s', async (before, after) => {
    const app = await shop().start(newSqlite()(), { country: 'GH' })
    const options = { ...cart, mobile: before }
    const caller = phone(app, options)
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Approve order 1/)
    await turnsOf(app, options, caller.sessionId)('Timeout', '', 9)
    await caller.pay()
    await phone(app, { ...cart, mobile: after })
      .dial('*713#')
      .expectScreen(/^Tea\?/)
  })
})
