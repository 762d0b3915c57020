import { describe, expect, it, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { type MerchantEvents, type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { manualClock, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { post } from '../http/app.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop, settled } from './session-shop.ts'

const minutes = 60_000
const tea = { name: 'Tea', quantity: 1, price: 5 }
const mobile = '+233000000000'
const cart: PhoneOptions = { channel: 'ussd', kind: 'programmable', mobile }

/** A shop that sells a cart, the session that has shown it, and what was told. */
async function sold(options: MerchantWebhooksOptions = {}) {
  const clock = manualClock()
  const needReview: MerchantEvents['needsReview'][0][] = []
  const { app, told, dead } = await openSessionShop({
    clock,
    store: keptInMemory({ clock }),
    programmable: (_push, turn) => turn.pay('To the checkout', { items: [tea], reference: 'order-2' }),
    ...options,
  })
  app.merchant.events.on('needsReview', (incident) => needReview.push(incident))
  const caller = phone(app, cart)
  await caller.dial('*713#')
  const { inbox } = app.merchant
  const carts = async () => (await inbox.list({ kinds: 'askedPayment' })).entries
  return { app, inbox, clock, told, dead, needReview, caller, carts }
}

describe('A cart that a session sent to the checkout', () => {
  it('needs review where no notice came for five minutes, and no more once one comes', async () => {
    const { clock, caller, dead, needReview, carts, inbox } = await sold()
    clock.advance(5 * minutes - 1)
    await settled()
    expect(await carts()).toMatchObject([{ state: 'waiting', review: null }])
    clock.advance(1)
    await vi.waitFor(() => expect(needReview).toHaveLength(1))
    expect(needReview).toMatchObject([{ kind: 'askedPayment', reference: 'order-2', reasons: ['unheard'] }])
    expect(dead).toMatchObject([{ kind: 'askedPayment', reference: 'order-2', error: { code: 'FMW_PAYMENT_UNHEARD' } }])
    expect(`${dead[0]?.error}`).toContain('No notice of the cart order-2 came')
    expect((await inbox.list({ needsReview: true })).entries).toMatchObject([{ state: 'dead' }])
    await caller.pay()
    await vi.waitFor(async () => {
      expect(await carts()).toContainEqual(
        expect.objectContaining({
          state: 'done',
          review: expect.objectContaining({ reasons: ['unheard'], settledAt: expect.any(Date), settledBy: null }),
        }),
      )
    })
    expect((await inbox.list({ needsReview: true })).entries).toEqual([])
    expect(needReview).toHaveLength(1)
  })

  it('names its notice for people too, as for the handler', async () => {
    const { caller, inbox, told } = await sold()
    await caller.pay()
    await vi.waitFor(() => expect(told).toHaveLength(1))
    const [notice] = (await inbox.list({ kinds: 'fulfilment' })).entries
    const { event } = await inbox.get(notice?.id ?? '')
    expect(told).toMatchObject([{ reference: 'order-2' }])
    expect(event).toMatchObject({ kind: 'fulfilment', reference: 'order-2' })
  })

  it('is settled by its notice, paid or not', async () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const { clock, caller, carts, needReview, told } = await sold()
      await caller.pay({ outcome })
      await vi.waitFor(() => expect(told).toHaveLength(1))
      clock.advance(5 * minutes)
      await vi.waitFor(async () => {
        expect((await carts()).map(({ state }) => state)).toEqual((await carts()).map(() => 'done'))
      })
      expect(needReview).toEqual([])
    }
  })

  it('is named by its session where it has no reference', async () => {
    const { clock, caller, dead } = await sold({
      programmable: (_push, turn) => turn.pay('To the checkout', { items: [tea] }),
    })
    clock.advance(5 * minutes)
    await vi.waitFor(() => expect(dead).toHaveLength(1))
    expect(`${dead[0]?.error}`).toContain(`the cart ${caller.sessionId} came`)
  })

  it('is settled where another session paid for the same', async () => {
    const { app, caller, clock, carts, needReview, told } = await sold({
      programmable: conversation(async (talk) => {
        await talk.once('order', () => true)
        return talk.pay('Approve', { ...tea, reference: 'order-3' })
      }),
    })
    const push = { Mobile: mobile, ServiceCode: '713', Message: '', Sequence: 9, SessionId: caller.sessionId }
    await post(app, '/programmable', { ...push, Type: 'Timeout' })
    clock.advance(1 * minutes)
    const again = phone(app, cart)
    await again.dial('*713#').expectScreen('Approve')
    expect((await carts()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    await again.pay()
    await vi.waitFor(() => expect(told).toHaveLength(1))
    clock.advance(5 * minutes)
    await vi.waitFor(async () => {
      expect((await carts()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
    })
    expect(needReview).toEqual([])
  })

  it('is not waited for where notices of carts do not come here, or would be lost with the process', async () => {
    for (const options of [{ payment: undefined }, { fulfilment: false as const }, { store: memoryStore() }]) {
      const { carts } = await sold(options)
      await vi.waitFor(async () => expect((await carts()).map(({ state }) => state)).toEqual(['done']))
    }
  })
})

describe.each(realStores.map(([name, make]) => [`on ${name}`, make] as const))(
  'A cart without a notice, %s',
  (_name, database) => {
    it('needs review, and is settled by its late notice', async () => {
      const open = await database()
      const { app, told } = await openSessionShop({
        store: open(),
        reconcile: { after: 1_000 },
        programmable: (_push, turn) => turn.pay('To the checkout', { items: [tea], reference: 'order-2' }),
      })
      await app.ready()
      const caller = phone(app, cart)
      await caller.dial('*713#')
      const { inbox } = app.merchant
      const inReview = async () => (await inbox.list({ needsReview: true })).entries
      await vi.waitFor(async () => expect(await inReview()).toMatchObject([{ review: { reasons: ['unheard'] } }]))
      await caller.pay()
      await vi.waitFor(async () => expect(await inReview()).toEqual([]))
      await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'order-2' }]))
    })
  },
)
