import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import {
  type FulfilmentEvent,
  type MerchantEvents,
  type MerchantWebhooksOptions,
  memoryStore,
  type Store,
} from '../../src/index.ts'
import { silentLog } from '../../src/log.ts'
import type { NewEntry } from '../../src/store/entry.ts'
import { manualClock, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paid } from '../inbox/reports/kept.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { quickClock } from '../testing/quick-clock.ts'
import { eachStore, keptInMemory } from '../testing/stores.ts'
import { reportService } from './reports/service.ts'
import { openSessionShop, settled } from './session-shop.ts'

/** A shop that asks for one payment, in a conversation and in a handler, and what its handler was told. */
async function shop(store: Store, options: MerchantWebhooksOptions = {}) {
  const lines = linesOf()
  const opened = await openSessionShop(
    {
      store,
      ussd: conversation(async (talk) => talk.pay('Approve', { ...tea, reference: 'order-1' })),
      programmable: (_push, turn) => turn.pay('To the checkout', { items: [tea, tea], reference: 'order-2' }),
      ...options,
    },
    { server: { logger: lines.logger } },
  )
  return { ...opened, lines }
}

const tea = { name: 'Tea', quantity: 1, price: 5 }
const cart: PhoneOptions = { channel: 'webstore', kind: 'programmable' }

describe.each(dealt(eachStore))('The reference of a payment, %s', (_name, open, it) => {
  it('is that of the talk.pay whose USSD payment was made', async () => {
    const { app, told } = await shop(open())
    await phone(app).dial('*713#').pay()
    expect(told).toMatchObject([{ source: 'ussdPayment', reference: 'order-1' }])
  })

  it('is that of the turn.pay whose cart was paid', async () => {
    const { app, told } = await shop(open())
    await phone(app, cart).dial().pay()
    expect(told).toMatchObject([{ source: 'fulfilment', reference: 'order-2', clientReference: null, amount: 10 }])
  })

  it('is that of a conversation whose cart was paid', async () => {
    const programmable = conversation(async (talk) => talk.pay('Approve', { ...tea, reference: `order of ${talk.id}` }))
    const { app, told } = await shop(open(), { programmable })
    await phone(app, cart).dial().pay()
    expect(told).toMatchObject([{ reference: expect.stringMatching(/^order of ./) }])
  })

  it('is that of the checkout', async () => {
    const { app, told } = await shop(open())
    const Data = { CheckoutId: 'c-1', ClientReference: 'order-3', Amount: 5, Status: 'Success' }
    await post(app, '/checkout', { ResponseCode: '0000', Status: 'Success', Data })
    await vi.waitFor(() => expect(told).toMatchObject([{ source: 'checkout', reference: 'order-3' }]))
  })

  it('is null where none was given, and where nobody here asked', async () => {
    const { app, told } = await shop(open(), {
      ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
      programmable: (_push, turn) => turn.pay('To the checkout', tea),
    })
    await phone(app).dial('*713#').pay()
    await phone(app, cart).dial().pay()
    await post(app, '/fulfilment', { SessionId: 'unknown', OrderId: 'o-1' })
    await post(app, '/fulfilment', { OrderId: 'o-2' })
    await post(app, '/ussd-payment', { ResponseCode: '0000', Data: { ClientReference: 'order-1', TransactionId: 't' } })
    await vi.waitFor(() => expect(told).toHaveLength(5))
    expect(told.map(({ reference }) => reference)).toEqual([null, null, null, null, null])
  })

  it('is that of the cart that was shown last, where a turn ran again', async () => {
    let runs = 0
    const { app, told } = await shop(open(), {
      programmable: (_push, turn) => turn.pay('To the checkout', { ...tea, reference: `try-${++runs}` }),
    })
    const push = { Mobile: '+233000000000', SessionId: 's-1', Type: 'Initiation', Message: '', ServiceCode: '713' }
    await post(app, '/programmable', push)
    await post(app, '/programmable', { ...push, Message: 'again', Type: 'Response' })
    await post(app, '/fulfilment', { SessionId: 's-1', OrderId: 'o-1' })
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: `try-${runs}` }]))
  })
})

describe('The reference of a cart', () => {
  it('is known after a restart', async () => {
    const { store } = openForLong()
    const first = await shop(store)
    const caller = phone(first.app, cart)
    await caller.dial()
    await first.app.close()
    const { app, told } = await shop(store, { programmable: (_push, turn) => turn.end('Closed') })
    await post(app, '/fulfilment', { SessionId: caller.sessionId, OrderId: 'o-1' })
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'order-2' }]))
  })

  it('is null where the notice comes before its turn, and is there when that is replayed', async () => {
    const { app, told } = await shop(keptInMemory())
    await post(app, '/fulfilment', { SessionId: 's-1', OrderId: 'o-1' })
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: null }]))
    const push = { Mobile: '+233000000000', SessionId: 's-1', Type: 'Initiation', Message: '', ServiceCode: '713' }
    await post(app, '/programmable', push)
    const { entries } = await app.merchant.inbox.list({ kinds: ['fulfilment'] })
    await app.merchant.inbox.replay(entries[0]?.id ?? '')
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: null }, { reference: 'order-2' }]))
  })

  it('is in what the report of its delivery is described by', async () => {
    const { url, bodies } = await reportService()
    const describe = ({ reference }: FulfilmentEvent) => ({
      serviceStatus: 'success' as const,
      metaData: { reference },
    })
    const { app } = await shop(keptInMemory(), { fulfilment: { report: { url, describe } } })
    const caller = phone(app, cart)
    await caller.dial()
    await post(app, '/fulfilment', paid('f00d', { SessionId: null }))
    await caller.pay()
    const described = [null, 'order-2'].map((reference) => expect.objectContaining({ MetaData: { reference } }))
    await vi.waitFor(() => expect(bodies()).toEqual(expect.arrayContaining(described)), 10_000)
  })

  it('is looked up again where the store could not say it', async () => {
    const clock = manualClock()
    let refusals = 1
    const store = through(keptInMemory({ clock }), ({ inbox }) => {
      const list = inbox.list.bind(inbox)
      inbox.list = async (query) => {
        if (query.kinds?.includes('askedPayment') && refusals-- > 0) throw new Error('the store is away')
        return list(query)
      }
    })
    const { app, told } = await shop(store, { clock })
    const caller = phone(app, cart)
    await caller.dial()
    await post(app, '/fulfilment', { SessionId: caller.sessionId, OrderId: 'o-1' })
    await settled()
    expect(told).toEqual([])
    clock.advance(1_000)
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'order-2' }]))
  })

  it('is kept before anybody is asked for money: where the store cannot, the screen of the payment does not go out', async () => {
    let isFull = true
    const store = through(keptInMemory(), ({ inbox }) => {
      const accept = inbox.accept.bind(inbox)
      inbox.accept = async (entry: NewEntry, claims: boolean) => {
        if (isFull && entry.kind === 'askedPayment') throw new Error('the disk is full')
        return accept(entry, claims)
      }
    })
    const { app, told, lines } = await shop(store, { clock: quickClock })
    const [caller, buyer] = [phone(app), phone(app, cart)]
    await caller.dial('*713#').expectScreen('Sorry, something went wrong. Try later.')
    await buyer.dial().expectScreen('Sorry, something went wrong. Try later.')
    expect(told).toEqual([])
    const errors = lines.all().filter(({ level }) => level === 50)
    expect(errors).toMatchObject([{ err: { message: 'the disk is full' } }, { err: { message: 'the disk is full' } }])
    isFull = false
    await caller.dial('*713#').pay()
    await buyer.dial().pay()
    expect(told).toMatchObject([{ reference: 'order-1' }, { reference: 'order-2' }])
  })

  it.each(['{"kind":"else"}', 'no JSON'])('is not guessed from what was kept and cannot be read: %s', async (kept) => {
    const { store, opened } = openForLong()
    const id = 'askedPayment:programmable:s1'
    const entry: NewEntry = {
      kind: 'askedPayment',
      id,
      state: 'waiting',
      identity: id,
      identityFor: undefined,
      fingerprint: '',
      lane: id,
      reference: null,
      receivedAt: Date.now(),
      form: 'push',
      payload: Buffer.from(kept),
      reason: null,
    }
    await opened.inbox.accept(entry, false)
    const { app } = await shop(store)
    await app.ready()
    await vi.waitFor(async () => {
      expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'rejected' })
    })
  })
})

describe('A USSD payment that a session asked for', () => {
  const minutes = 60_000

  async function asked(options: MerchantWebhooksOptions = {}) {
    const clock = manualClock()
    const started = await shop(keptInMemory({ clock }), { clock, ...options })
    const dead: unknown[] = []
    started.app.merchant.events.on('followUpDead', (incident) => dead.push(incident))
    const caller = phone(started.app)
    await caller.dial('*713#')
    return { ...started, clock, caller, dead, id: `askedPayment:ussd:${`${caller.sessionId}`.replaceAll('-', '')}` }
  }

  it('is settled once its notice came', async () => {
    const { app, caller, clock, dead, id } = await asked()
    await caller.pay({ outcome: 'failed' })
    clock.advance(5 * minutes)
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
    expect(dead).toEqual([])
  })

  it('is for a person to look at where none came for five minutes, and settled by a late notice', async () => {
    const { app, caller, clock, dead, id, lines } = await asked()
    clock.advance(5 * minutes - 1)
    await settled()
    expect(dead).toEqual([])
    clock.advance(1)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
    expect(dead).toMatchObject([
      { kind: 'askedPayment', id, reference: 'order-1', error: { code: 'FMW_PAYMENT_UNHEARD' } },
    ])
    expect(lines.saying('no notice came of a payment that a session asked for')).toMatchObject([{ level: 40 }])
    expect(`${Object.assign({ error: null }, dead[0]).error}`).toContain('No notice of the USSD payment order-1 came')
    expect(await app.merchant.inbox.list({ reference: 'order-1' })).toMatchObject({ entries: [{ state: 'dead' }] })
    await caller.pay()
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
    expect(dead).toHaveLength(1)
  })

  it('is settled by a late notice of another amount too', async () => {
    const { app, caller, clock, dead, id } = await asked()
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
    await caller.pay({ amount: 1 })
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }))
  })

  it('keeps for people what it asks for, and its phone shortened', async () => {
    const { app, caller, id } = await asked()
    expect(await app.merchant.inbox.get(id)).toMatchObject({
      raw: { sessionId: caller.sessionId, reference: 'order-1', amount: 5, phone: '+233...000' },
    })
  })

  it('is named by its session where no reference was given', async () => {
    const { caller, clock, dead } = await asked({
      ussd: (_push, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
    })
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
    expect(`${Object.assign({ error: null }, dead[0]).error}`).toContain(`the USSD payment ${caller.sessionId} came`)
  })

  it('is not waited for where its notice goes to an address of your own, or to one that is not signed', async () => {
    const callbackUrl = 'https://elsewhere.example/notices'
    const plain = 'https://shop.example/ussd-payment'
    for (const options of [{ reply: { callbackUrl } }, { reply: { callbackUrl: plain } }, { secret: undefined }]) {
      const { app } = await asked(options)
      expect(await app.merchant.inbox.list({ kinds: 'askedPayment' })).toMatchObject({ entries: [] })
    }
  })

  it('is looked at again where the store is away', async () => {
    const clock = manualClock()
    let refusals = 0
    const store = through(keptInMemory({ clock }), ({ inbox }) => {
      const list = inbox.list.bind(inbox)
      inbox.list = async (query) => {
        if (query.kinds?.includes('ussdPayment') && refusals-- > 0) throw new Error('the store is away')
        return list(query)
      }
    })
    const { app } = await shop(store, { clock })
    const caller = phone(app)
    await caller.dial('*713#').pay()
    refusals = 1
    clock.advance(5 * minutes)
    await settled()
    expect(refusals).toBe(0)
    clock.advance(1_000)
    await vi.waitFor(async () =>
      expect(await app.merchant.inbox.count({ kinds: 'askedPayment' })).toMatchObject({ done: 3 }),
    )
  })
})

const lastingStores = realStores.map(([name, make]) => [`on ${name}`, make] as const)

describe.each(lastingStores)('A USSD payment without a notice, %s', (_name, database) => {
  it('is reported, and settled by its late notice', async () => {
    const open = await database()
    const { app, told } = await shop(open(), { reconcile: { after: 100 } })
    const dead: MerchantEvents['followUpDead'][0][] = []
    app.merchant.events.on('followUpDead', (incident) => dead.push(incident))
    const caller = phone(app)
    await caller.dial('*713#')
    await vi.waitFor(() => expect(dead).toHaveLength(1), 10_000)
    expect(dead).toMatchObject([{ kind: 'askedPayment', error: { code: 'FMW_PAYMENT_UNHEARD' } }])
    expect(told).toEqual([])
    await caller.pay()
    expect(told).toMatchObject([{ reference: 'order-1', outcome: 'paid' }])
    const [{ id } = { id: '' }] = dead
    await vi.waitFor(async () => expect(await app.merchant.inbox.get(id)).toMatchObject({ state: 'done' }), 10_000)
  })
})

describe('A USSD payment without a notice, in memory', () => {
  it('is not waited for: it would take the room of notices', async () => {
    const { app } = await shop(memoryStore())
    await phone(app).dial('*713#')
    expect(await app.merchant.inbox.list({ kinds: 'askedPayment' })).toMatchObject({ entries: [] })
  })
})

describe.each(lastingStores)('A USSD payment without a notice, after a restart %s', (_name, database) => {
  it('is reported', async () => {
    const open = await database()
    const options = { reconcile: { after: 1_000 } }
    const before = await shop(open(), options)
    await phone(before.app).dial('*713#')
    await before.app.close()
    const { app } = await shop(open(), options)
    await app.ready()
    const dead = { entries: [{ kind: 'askedPayment', state: 'dead' }] }
    await vi.waitFor(async () => {
      expect(await app.merchant.inbox.list({ reference: 'order-1' })).toMatchObject(dead)
    })
  })
})

/** A store in memory that outlives its applications. */
function openForLong() {
  const store = keptInMemory()
  const opened = store.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  return { store, opened }
}

/** The same store, with something between it and whoever opens it. */
function through(store: Store, change: (opened: ReturnType<Store['open']>) => void): Store {
  return {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      change(opened)
      return opened
    },
  }
}
