import { describe, expect, it, vi } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { type MerchantWebhooksOptions, memoryStore, type Store } from '../../src/index.ts'
import { post } from '../http/app.ts'
import { realStores } from '../store/real-stores.ts'
import { keptInMemory } from '../testing/stores.ts'
import { openSessionShop, publicUrl } from './session-shop.ts'

const SessionId = 'one-for-both'
const ama = '+233000000001'
const kofi = '+233000000002'

/** A shop whose references end as the phone that buys, and what its handler was told. */
async function shop(store: Store, options: MerchantWebhooksOptions = {}) {
  const script = conversation(async (talk) => {
    await talk.choose('Tea?', ['Green', 'Black'])
    await talk.once('order', () => true)
    return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5, reference: `of-${talk.caller.mobile.slice(-1)}` })
  })
  const { app, told, dead } = await openSessionShop({ store, ussd: script, programmable: script, ...options })
  const push = async (kind: 'ussd' | 'programmable', Mobile: string, fields: object) => {
    const usual = { Mobile, SessionId, ServiceCode: '713', Operator: 'mtn', Message: '' }
    const answer = await post(app, `/${kind}`, { ...usual, ...fields })
    return answer.json()
  }
  return {
    app,
    told,
    dead,
    /** Comes to the screen that asks to pay. */
    async asks(kind: 'ussd' | 'programmable', mobile: string): Promise<Record<string, string>> {
      await push(kind, mobile, { Type: 'Initiation', Message: '*713#', Sequence: 1 })
      return await push(kind, mobile, { Type: 'Response', Message: '1', Sequence: 2 })
    },
    /** The end of the session crosses with that screen, and the phone dials again. */
    async dialsAgain(kind: 'ussd' | 'programmable', mobile: string): Promise<string> {
      await push(kind, mobile, { Type: 'Timeout', Sequence: 3 })
      const again = { SessionId: `again-${mobile}`, Type: 'Initiation', Message: '*713#', Sequence: 1 }
      return (await push(kind, mobile, again)).Message
    },
    /** A prompt was approved. */
    async approved({ CallbackUrl }: Record<string, string>, TransactionId: string): Promise<void> {
      const Data = { Amount: 5, TransactionId }
      await post(app, `${CallbackUrl}`.slice(publicUrl.length), { ResponseCode: '0000', Message: 'success', Data })
    },
    async ordered(CustomerMobileNumber: string, OrderId: string): Promise<void> {
      const Payment = { IsSuccessful: true, AmountPaid: 5 }
      await post(app, '/fulfilment', {
        SessionId,
        OrderId,
        OrderInfo: { Status: 'Paid', Payment, CustomerMobileNumber },
      })
    },
  }
}

const keeping: readonly (readonly [name: string, make: () => () => Store])[] = [
  ['memory that acknowledges first', () => () => keptInMemory()],
  ...realStores,
]
const stores: typeof keeping = [['memory', () => () => memoryStore()], ...keeping]

describe.each(stores)('Two phones whose sessions have one id, on %s', (_name, make) => {
  it('have payments of their own: what one has paid is asked of the other again', async () => {
    const { approved, asks, dialsAgain, told } = await shop((await make())())
    const [one] = [await asks('ussd', ama), await asks('ussd', kofi)]
    await approved(one, 't-1')
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'of-1', needsReview: [] }]))
    expect(await dialsAgain('ussd', kofi)).toMatch(/^Approve/)
    expect(await dialsAgain('ussd', ama)).toMatch(/^Tea\?/)
  })

  it('have carts of their own', async () => {
    const { asks, dialsAgain, ordered, told } = await shop((await make())())
    await asks('programmable', ama)
    await asks('programmable', kofi)
    await ordered(ama, 'o-1')
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'of-1', needsReview: [] }]))
    expect(await dialsAgain('programmable', kofi)).toMatch(/^Approve/)
    expect(await dialsAgain('programmable', ama)).toMatch(/^Tea\?/)
    await ordered(kofi, 'o-2')
    await vi.waitFor(() => expect(told.slice(1)).toMatchObject([{ reference: 'of-2', needsReview: [] }]))
  })
})

describe('A USSD payment of a phone that nobody can compare', () => {
  it('is settled by the notice of its session', async () => {
    const { app, approved, asks, dead } = await shop(keptInMemory(), { reconcile: { after: 100 } })
    const screen = await asks('ussd', 'opaque')
    await vi.waitFor(() => expect(dead).toHaveLength(1), 10_000)
    await approved(screen, 't-1')
    const counted = () => app.merchant.inbox.count({ kinds: 'askedPayment' })
    await vi.waitFor(async () => expect(await counted()).toMatchObject({ waiting: 0, running: 0, dead: 0 }), 10_000)
  })
})

describe('A cart', () => {
  it('may be paid for by a phone that did not ask for it', async () => {
    const { asks, dialsAgain, ordered, told } = await shop(keptInMemory())
    await asks('programmable', ama)
    await ordered('+233000000009', 'o-1')
    await vi.waitFor(() => expect(told).toMatchObject([{ reference: 'of-1' }]))
    expect(await dialsAgain('programmable', ama)).toMatch(/^Tea\?/)
  })
})

describe.each(keeping)('A USSD payment of one of two phones whose sessions have one id, on %s', (_name, make) => {
  it('is reported though a notice of the other came, and settled by its own', async () => {
    const { app, approved, asks, dead } = await shop((await make())(), { reconcile: { after: 2_000 } })
    const [one, two] = [await asks('ussd', ama), await asks('ussd', kofi)]
    await approved(one, 't-1')
    await vi.waitFor(() => expect(dead).toHaveLength(1), 10_000)
    expect(dead).toMatchObject([{ kind: 'askedPayment', reference: 'of-2' }])
    await approved(two, 't-2')
    const counted = () => app.merchant.inbox.count({ kinds: 'askedPayment' })
    await vi.waitFor(async () => expect(await counted()).toMatchObject({ waiting: 0, running: 0, dead: 0 }), 10_000)
    expect(dead).toHaveLength(1)
  })
})
