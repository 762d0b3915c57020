import type { FastifyInstance } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore, type Store } from '../../src/index.ts'
import type { OpenStore } from '../../src/store/index.ts'
import { manualClock, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop, publicUrl, settled } from './session-shop.ts'

const mobile = '+233000000000'
const minutes = 60_000

const lastingStores: readonly (readonly [name: string, open: () => Promise<Store>])[] = realStores.map(
  ([name, make]) => [`on ${name}`, async () => make()()],
)
const stores: typeof lastingStores = [['in memory', async () => memoryStore()], ...lastingStores]

/** A shop that sells airtime under one reference, whoever buys it. */
function airtimeShop(store: Store, options: MerchantWebhooksOptions = {}) {
  const script = conversation(async (talk) => {
    await talk.choose('Airtime?', ['For me', 'For another'])
    const order = await talk.once('order', (key) => key)
    return talk.pay('Approve', { name: 'Airtime', quantity: 1, price: 5, reference: order && 'airtime' })
  })
  return openSessionShop({ store, ussd: script, programmable: script, ...options })
}

/** The same with time of its own, on a store that keeps entries. */
async function shopInTime(change: (opened: OpenStore) => void = ignore, options: MerchantWebhooksOptions = {}) {
  const clock = manualClock()
  const kept = keptInMemory({ clock })
  const store: Store = {
    ...kept,
    open: (user) => {
      const opened = kept.open(user)
      change(opened)
      return opened
    },
  }
  return { clock, ...(await airtimeShop(store, { clock, ...options })) }
}

const ignore = (): void => undefined

/** The service tells that a session is over, though its last screen was sent. */
const leaves = async (app: FastifyInstance, kind: 'ussd' | 'programmable', SessionId: string | undefined) => {
  const push = { Mobile: mobile, ServiceCode: '713', Message: '', Sequence: 9 }
  await post(app, `/${kind}`, { ...push, SessionId, Type: 'Timeout' })
  await settled()
}

/** What others bought since, under the same reference: more than a page of lists holds. */
async function othersPay(app: FastifyInstance, kind: 'ussd' | 'programmable') {
  const others = Array.from({ length: 101 }, async (_, other) => {
    const Data = { Amount: 5, TransactionId: `t-${other}` }
    const signed = { kind: 'ussdPayment', sessionId: `other-${other}`, reference: 'airtime', amount: 5 } as const
    const url = app.merchant.callbackUrl(signed).slice(publicUrl.length)
    return kind === 'ussd'
      ? post(app, url, { ResponseCode: '0000', Message: 'success', Data })
      : post(app, '/fulfilment', { SessionId: `other-${other}`, OrderId: `o-${other}` })
  })
  for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(200)
}

const askedIn = (kind: 'ussd' | 'programmable', session: string | undefined) =>
  `askedPayment:${kind}:${`${session}`.replaceAll('-', '')}`

const ways: readonly (readonly [string, PhoneOptions & { kind: 'ussd' | 'programmable' }])[] = [
  ['a USSD payment', { mobile, kind: 'ussd' }],
  ['a cart', { mobile, channel: 'ussd', kind: 'programmable' }],
]

describe.each(stores)('A notice of a reference that everybody pays under, %s', (_name, open) => {
  it.each(ways)(
    'is found after a hundred others: %s is not asked for again',
    async (_way, options) => {
      const { app } = await airtimeShop(await open())
      const caller = phone(app, options)
      await caller.dial('*713#').reply('1').pay()
      await othersPay(app, options.kind)
      await leaves(app, options.kind, caller.sessionId)
      await phone(app, options)
        .dial('*713#')
        .expectScreen(/^Airtime\?/)
    },
    20_000,
  )
})

describe.each(dealt(lastingStores))('A USSD payment that is watched, %s', (_name, open, it) => {
  it('is settled by its notice, however many others came since', async () => {
    const { app, dead } = await airtimeShop(await open(), { reconcile: { after: 100 } })
    const { inbox } = app.merchant
    const caller = phone(app)
    await caller.dial('*713#').reply('1').pay()
    const id = askedIn('ussd', caller.sessionId)
    await vi.waitFor(async () => expect(await inbox.get(id)).toMatchObject({ state: 'done' }), 10_000)
    const before = dead.length
    await othersPay(app, 'ussd')
    await inbox.replay(id)
    await vi.waitFor(async () => expect(await inbox.get(id)).toMatchObject({ state: 'done', replay: true }), 10_000)
    expect(dead).toHaveLength(before)
  })

  it('is settled in each session that showed it, whichever screen was paid', async () => {
    const { app } = await airtimeShop(await open(), { reconcile: { after: 100 } })
    const first = phone(app, { mobile })
    await first.dial('*713#').reply('1')
    await leaves(app, 'ussd', first.sessionId)
    await phone(app, { mobile }).dial('*713#').expectScreen('Approve').pay()
    const counted = () => app.merchant.inbox.count({ kinds: 'askedPayment' })
    await vi.waitFor(async () => expect(await counted()).toMatchObject({ waiting: 0, running: 0, dead: 0 }), 10_000)
  })

  it('is not reported where its subscriber had left before its screen could go out', async () => {
    const store = await open()
    let app: FastifyInstance | undefined
    const caller = { sessionId: '' }
    const leaving: Store = {
      ...store,
      open: (user) => {
        const opened = store.open(user)
        const accept = opened.inbox.accept.bind(opened.inbox)
        opened.inbox.accept = async (entry, claims) => {
          const acceptance = await accept(entry, claims)
          if (entry.kind === 'askedPayment' && app) await leaves(app, 'ussd', caller.sessionId)
          return acceptance
        }
        return opened
      },
    }
    const shop = await airtimeShop(leaving, { reconcile: { after: 300 } })
    app = shop.app
    const subscriber = phone(app)
    await subscriber.dial('*713#')
    caller.sessionId = `${subscriber.sessionId}`
    await subscriber.reply('1').expectScreen(/ended/)
    const { inbox } = app.merchant
    const id = askedIn('ussd', caller.sessionId)
    await vi.waitFor(async () => expect(await inbox.get(id)).toMatchObject({ state: 'done' }), 10_000)
    expect((await inbox.get(id))?.attempts).toMatchObject([{ note: 'its subscriber left before its screen went out' }])
    expect(shop.dead).toEqual([])
  })
})

describe('A USSD payment that is shown again in another session', () => {
  async function shownTwice(parts?: Parameters<typeof shopInTime>[0]) {
    const shop = await shopInTime(parts)
    const first = phone(shop.app, { mobile })
    await first.dial('*713#').reply('1')
    await leaves(shop.app, 'ussd', first.sessionId)
    const showAgain = async () => {
      const second = phone(shop.app, { mobile })
      await second.dial('*713#').expectScreen('Approve')
      // A phone is awaited where it is given alone.
      return { second }
    }
    const states = async () =>
      (await shop.app.merchant.inbox.list({ kinds: 'askedPayment' })).entries
        .filter(({ id }) => !id.endsWith('|paid'))
        .map(({ state }) => state)
    return { ...shop, first, showAgain, states }
  }

  it('is settled for both by what is paid in the second', async () => {
    const { clock, showAgain, states, dead, told, first } = await shownTwice()
    await (await showAgain()).second.pay()
    clock.advance(5 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']))
    expect(dead).toEqual([])
    expect(told).toMatchObject([{ outcome: 'paid', signed: { sessionId: first.sessionId } }])
  })

  it('is settled for both by what is paid at the screen of the first', async () => {
    const { clock, showAgain, states, dead, first } = await shownTwice()
    await showAgain()
    await first.pay()
    clock.advance(5 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']))
    expect(dead).toEqual([])
  })

  it('is reported where the prompt of the first failed and the notice of the second is lost, and settled by that', async () => {
    const { clock, showAgain, states, dead, first } = await shownTwice()
    clock.advance(1_000)
    const { second } = await showAgain()
    await first.pay({ outcome: 'failed' })
    clock.advance(5 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['dead', 'done']))
    expect(dead).toMatchObject([{ id: askedIn('ussd', second.sessionId) }])
    await second.pay({ outcome: 'failed' })
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']))
  })

  it('is settled for both where the first was given up before', async () => {
    const { clock, showAgain, states, dead } = await shownTwice()
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
    await (await showAgain()).second.pay()
    clock.advance(5 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']))
    expect(dead).toHaveLength(1)
  })

  it('is reported once where none is paid, and settled by a late notice', async () => {
    const { clock, showAgain, states, dead } = await shownTwice()
    clock.advance(2 * minutes)
    const { second } = await showAgain()
    clock.advance(3 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['waiting', 'done']))
    clock.advance(2 * minutes)
    await vi.waitFor(async () => expect(await states()).toEqual(['dead', 'done']))
    expect(dead).toMatchObject([{ id: askedIn('ussd', second.sessionId) }])
    await second.pay()
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done']))
  })

  it('is not asked for a third time once it is paid in one of them', async () => {
    const { app, showAgain } = await shownTwice()
    const { second } = await showAgain()
    await leaves(app, 'ussd', second.sessionId)
    await second.pay()
    await phone(app, { mobile })
      .dial('*713#')
      .expectScreen(/^Airtime\?/)
  })

  it('is reported where the screen of the second was dropped, since that of the first was sent', async () => {
    const races = { app: undefined as FastifyInstance | undefined, sessionId: '' }
    const { clock, app, dead } = await shownTwice(({ inbox }) => {
      const accept = inbox.accept.bind(inbox)
      inbox.accept = async (entry, claims) => {
        if (entry.kind === 'askedPayment' && races.app) await leaves(races.app, 'ussd', races.sessionId)
        return accept(entry, claims)
      }
    })
    races.app = app
    races.sessionId = 'session-2'
    const push = { Mobile: mobile, SessionId: 'session-2', ServiceCode: '713', Operator: 'mtn' }
    const { Message } = (
      await post(app, '/ussd', { ...push, Type: 'Initiation', Message: '*713#', Sequence: 1 })
    ).json()
    expect(Message).toMatch(/ended/)
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
  })
})

describe('A USSD payment whose screen nobody can have seen', () => {
  it('is not watched where the session ended while the handler worked', async () => {
    const gate = Promise.withResolvers<void>()
    const { app } = await shopInTime(ignore, {
      ussd: async (_push, turn) => {
        await gate.promise
        return turn.pay('Approve', { amount: 5, description: 'Airtime', reference: 'airtime' })
      },
    })
    const push = { Mobile: mobile, SessionId: 's-1', ServiceCode: '713', Operator: 'mtn', Sequence: 1 }
    const answer = post(app, '/ussd', { ...push, Type: 'Initiation', Message: '*713#' })
    await settled()
    await leaves(app, 'ussd', 's-1')
    gate.resolve()
    expect((await answer).json().Message).toMatch(/ended/)
    await settled()
    expect(await app.merchant.inbox.list({ kinds: 'askedPayment' })).toMatchObject({ entries: [] })
  })

  it.each([
    ['is not reported where it was ready behind a waiting screen that nobody answered', false, 0],
    ['is reported where the answer to a waiting screen has shown it', true, 1],
  ])('%s', async (_name, answers, reported) => {
    const gate = Promise.withResolvers<void>()
    const { app, clock, dead } = await shopInTime(ignore, {
      ussd: async (_push, turn) => {
        await gate.promise
        return turn.pay('Approve', { amount: 5, description: 'Airtime', reference: 'airtime' })
      },
    })
    const push = { Mobile: mobile, SessionId: 's-1', ServiceCode: '713', Operator: 'mtn' }
    const waiting = post(app, '/ussd', { ...push, Type: 'Initiation', Message: '*713#', Sequence: 1 })
    await settled()
    clock.advance(6_000)
    expect((await waiting).json().Message).toContain('Please wait')
    gate.resolve()
    await settled()
    if (answers) {
      const answer = await post(app, '/ussd', { ...push, Type: 'Response', Message: '1', Sequence: 2 })
      expect(answer.json().Message).toBe('Approve')
    }
    await leaves(app, 'ussd', 's-1')
    clock.advance(5 * minutes)
    const state = reported === 1 ? 'dead' : 'done'
    const { inbox } = app.merchant
    await vi.waitFor(async () => expect(await inbox.get('askedPayment:ussd:s-1')).toMatchObject({ state }))
    expect(dead).toHaveLength(reported)
  })

  it.each([
    ['is not reported where nobody returned to the waiting screen before it', false, 'done'],
    ['is reported where it was shown by then', true, 'dead'],
  ])('%s', async (_name, isShown, state) => {
    const gate = Promise.withResolvers<void>()
    const { app, clock, dead } = await shopInTime(ignore, {
      // Less than a session lasts.
      reconcile: { after: minutes },
      ussd: async (_push, turn) => {
        await gate.promise
        return turn.pay('Approve', { amount: 5, description: 'Airtime', reference: 'airtime' })
      },
    })
    const push = { Mobile: mobile, SessionId: 's-1', ServiceCode: '713', Operator: 'mtn' }
    const waiting = post(app, '/ussd', { ...push, Type: 'Initiation', Message: '*713#', Sequence: 1 })
    await settled()
    clock.advance(6_000)
    expect((await waiting).json().Message).toContain('Please wait')
    gate.resolve()
    await settled()
    clock.advance(minutes)
    await settled()
    const found = () => app.merchant.inbox.get('askedPayment:ussd:s-1')
    expect(await found()).toMatchObject({ state: 'waiting' })
    if (isShown) await post(app, '/ussd', { ...push, Type: 'Response', Message: '1', Sequence: 2 })
    clock.advance(minutes)
    await vi.waitFor(async () => expect(await found()).toMatchObject({ state }))
    expect(dead).toHaveLength(isShown ? 1 : 0)
  })

  it('is watched where its session is forgotten: nobody can tell', async () => {
    const { app, clock, dead } = await shopInTime(({ turns }) => {
      turns.get = async () => []
    })
    await phone(app).dial('*713#').reply('1')
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
  })

  it('is watched where it is masked in transcripts: nobody can tell', async () => {
    const { app, clock, dead } = await shopInTime(ignore, {
      ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Airtime' }, { sensitive: true }),
    })
    const caller = phone(app)
    await caller.dial('*713#')
    await leaves(app, 'ussd', caller.sessionId)
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
  })
})

describe('A notice that crosses with the end of the wait for it', () => {
  /** A shop whose watch has seen no notice and is about to say so. */
  async function aboutToGiveUp() {
    const hold = { isHeld: false, isReached: false, gate: Promise.withResolvers<void>() }
    const shop = await shopInTime(({ inbox }) => {
      const list = inbox.list.bind(inbox)
      inbox.list = async (query) => {
        const page = await list(query)
        if (hold.isHeld && query.kinds?.includes('ussdPayment')) {
          hold.isReached = true
          await hold.gate.promise
        }
        return page
      }
    })
    const caller = phone(shop.app)
    await caller.dial('*713#').reply('1')
    hold.isHeld = true
    shop.clock.advance(5 * minutes)
    await vi.waitFor(() => expect(hold.isReached).toBe(true))
    return { ...shop, caller, hold, id: askedIn('ussd', caller.sessionId) }
  }

  it('settles what is given up after it came', async () => {
    const { app, caller, clock, dead, told, hold, id } = await aboutToGiveUp()
    const url = `${(await caller).payment?.callbackUrl}`.slice(publicUrl.length)
    await post(app, url, { ResponseCode: '0000', Message: 'success', Data: { Amount: 5, TransactionId: 't-1' } })
    await settled()
    expect(told).toEqual([])
    hold.isHeld = false
    hold.gate.resolve()
    await vi.waitFor(() => expect(dead).toMatchObject([{ id }]))
    clock.advance(1_000)
    await vi.waitFor(() => expect(told).toMatchObject([{ outcome: 'paid' }]))
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
    expect(dead).toHaveLength(1)
  })

  it('settles what was given up before it came', async () => {
    const { app, caller, dead, told, hold, id } = await aboutToGiveUp()
    hold.isHeld = false
    hold.gate.resolve()
    await vi.waitFor(() => expect(dead).toMatchObject([{ id }]))
    await caller.pay()
    expect(told).toMatchObject([{ outcome: 'paid' }])
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
    expect(dead).toHaveLength(1)
  })

  it('settles what has not looked yet', async () => {
    const { app, clock, dead } = await shopInTime()
    const caller = phone(app)
    await caller.dial('*713#').reply('1').pay()
    clock.advance(5 * minutes)
    const id = askedIn('ussd', caller.sessionId)
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
    expect(dead).toEqual([])
  })
})

describe.each(lastingStores)('A notice that comes while the wait for it is given up, %s', (_name, open) => {
  it('settles that', async () => {
    const store = await open()
    const looked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const held: Store = {
      ...store,
      open: (user) => {
        const opened = store.open(user)
        const list = opened.inbox.list.bind(opened.inbox)
        opened.inbox.list = async (query) => {
          const page = await list(query)
          if (query.kinds?.includes('ussdPayment')) {
            looked.resolve()
            await gate.promise
          }
          // The notice asks what is looked at right now.
          if (query.states?.includes('running') && query.kinds?.includes('askedPayment')) asked.resolve()
          return page
        }
        return opened
      },
    }
    const { app, told, dead } = await airtimeShop(held, { reconcile: { after: 100 } })
    const caller = phone(app)
    const { payment } = await caller.dial('*713#').reply('1')
    await looked.promise
    const url = `${payment?.callbackUrl}`.slice(publicUrl.length)
    await post(app, url, { ResponseCode: '0000', Message: 'success', Data: { Amount: 5, TransactionId: 't-1' } })
    await asked.promise
    expect(told).toEqual([])
    gate.resolve()
    await vi.waitFor(() => expect(dead).toHaveLength(1), 10_000)
    await vi.waitFor(() => expect(told).toMatchObject([{ outcome: 'paid' }]), 10_000)
    const id = askedIn('ussd', caller.sessionId)
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }), 10_000)
    expect(dead).toHaveLength(1)
  })
})
