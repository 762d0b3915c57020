import { describe, expect, it } from 'vitest'
import { askedEntry } from '../../../src/payments/sessions/asked-entry.ts'
import { phone } from '../../../src/testing/index.ts'
import { appWith, post } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { inboxOf, noon, report } from './entries.ts'

/** A shop whose callers ask for one cart each, in its own session; the handler fails for those that are to. */
async function shop() {
  const broken = new Set<string>()
  let asked = ''
  const app = await appWith({
    store: newSqlite()(),
    retry: { attempts: 1 },
    programmable: (_push, turn) =>
      turn.pay('To the checkout', { items: [{ name: 'Tea', quantity: 1, price: 5 }], reference: asked }),
    payment: ({ reference }) => {
      if (broken.has(reference ?? '')) throw new Error('The ledger is closed')
    },
  })
  const { inbox } = app.merchant
  const idsOf = async (query: Parameters<typeof inbox.list>[0]) => (await inbox.list(query)).entries.map(({ id }) => id)
  const open = { kinds: 'fulfilment', states: ['waiting', 'running'] } as const
  const handled = () => expect.poll(() => idsOf(open)).toEqual([])
  return {
    ...{ inbox, broken, idsOf, handled },
    ask: async (reference: string) => {
      asked = reference
      const caller = phone(app, { channel: 'ussd', kind: 'programmable', mobile: '+233000000001' })
      await caller.dial('*713#')
      return caller.sessionId
    },
    notice: async (OrderId: string, SessionId: string | undefined) => {
      expect((await post(app, '/fulfilment', { ...samples.fulfilment, SessionId, OrderId })).statusCode).toBe(200)
      await handled()
    },
  }
}

describe('the notice of a cart', () => {
  it('is found by the reference of the merchant, and by that of the service', async () => {
    const { inbox, idsOf, ask, notice } = await shop()
    await notice('f0', await ask('another'))
    await notice('f1', await ask('cart-17'))
    const found = 'fulfilment:orderId:f1|paid'
    expect(await idsOf({ reference: 'f1' })).toEqual([found])
    expect(await idsOf({ reference: 'cart-17', kinds: 'fulfilment' })).toEqual([found])
    expect(await idsOf({ reference: 'cart-17' })).toEqual([found, expect.stringMatching(/^askedPayment:programmable:/)])
    const one = { reference: 'cart-17', kinds: 'fulfilment' } as const
    expect(await inbox.count(one)).toMatchObject({ done: 1, waiting: 0 })
    // What its session asked for still waits.
    expect(await inbox.count({ reference: 'cart-17' })).toMatchObject({ done: 1, waiting: 1 })
    expect(await inbox.count({ reference: 'cart-17' }, { most: 1 })).toMatchObject({ done: 0, waiting: 1 })
    expect(await idsOf({ ...one, states: 'dead' })).toEqual([])
    expect(await idsOf({ reference: 'cart-17', kinds: 'checkout' })).toEqual([])
    expect(await idsOf({ reference: 'cart' })).toEqual([])
  })

  it('is found once, however small the pages are', async () => {
    const { inbox, ask, notice } = await shop()
    const sessionId = await ask('cart-17')
    await notice('f1', sessionId)
    await notice('f2', sessionId)
    const ids: string[] = []
    for await (const { id } of inbox.all({ reference: 'cart-17', limit: 1 })) ids.push(id)
    expect(ids.toSorted()).toEqual([
      expect.stringMatching(/^askedPayment:/),
      'fulfilment:orderId:f1|paid',
      'fulfilment:orderId:f2|paid',
    ])
  })

  it('says in its row which order it is of', async () => {
    const { inbox, ask, notice } = await shop()
    await notice('f1', await ask('cart-17'))
    const [row] = (await inbox.list({ kinds: 'fulfilment' })).entries
    expect(row).toMatchObject({ reference: 'f1', attempts: [{ error: null, note: 'the order cart-17' }] })
  })

  it('is replayed, and its review settled, by the reference of the merchant', async () => {
    const { inbox, broken, ask, notice, handled } = await shop()
    broken.add('cart-17')
    await notice('f1', await ask('cart-17'))
    await notice('f2', await ask('another'))
    const filter = { reference: 'cart-17', kinds: 'fulfilment' } as const
    await expect.poll(() => inbox.count(filter)).toMatchObject({ dead: 1 })
    expect(await inbox.settleReviews(filter, { by: 'Ama', note: 'seen' })).toEqual({ settled: 1, total: 1 })
    broken.clear()
    expect(await inbox.redrive(filter)).toEqual({ redriven: 1, total: 1 })
    await handled()
    await expect.poll(() => inbox.count(filter)).toMatchObject({ done: 1, dead: 0 })
  })

  it('is found by the cart that its session asked for last, and by no other', async () => {
    const { inbox, store } = inboxOf()
    const asked = { kind: 'programmable', sessionId: 's-1', noticeTo: 's-1', isAwaited: true, since: noon } as const
    const nothing = { issuedAt: undefined, purchase: undefined, payer: 'one', phone: '+233...001', screen: undefined }
    for (const reference of ['first', 'second'])
      await store.accept(askedEntry({ ...asked, ...nothing, reference }, 5, '+233000000001'), false)
    await store.accept(report('f1', { kind: 'fulfilment', session: 'programmable:s-1' }), false)
    const found = async (reference: string) => (await inbox.list({ reference, kinds: 'fulfilment' })).entries
    expect(await found('second')).toMatchObject([{ id: 'f1' }])
    expect(await found('first')).toEqual([])
  })
})
