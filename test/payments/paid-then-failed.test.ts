import { describe, expect, it } from 'vitest'
import type { Attempt, MerchantWebhooksOptions, PaymentEvent, Store } from '../../src/index.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { appWith, post } from '../http/app.ts'
import { eventually, instead } from '../inbox/deliveries/workshop.ts'
import { keptInMemory } from '../inbox/over-http/kept.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { payingService } from './paying-service.ts'
import { callback, failed, keepingStores, sqliteFile } from './shop.ts'

const publicUrl = 'https://shop.example'

const notice = (isPaid: boolean) => ({
  ResponseCode: isPaid ? '0000' : '2001',
  Message: isPaid ? 'success' : 'failed',
  Data: { Amount: isPaid ? 50 : 0, TransactionId: 't-1' },
})
const fulfilled = (isPaid: boolean) => ({
  SessionId: 's-1',
  OrderId: 'o-1',
  OrderInfo: {
    Status: isPaid ? 'Paid' : 'Failed',
    Payment: { AmountPaid: 50, AmountAfterCharges: 50, IsSuccessful: isPaid },
  },
})
const called = (isPaid: boolean) => callback(isPaid ? {} : failed)

/** An application, and what its handler was told. */
async function openWith(options: MerchantWebhooksOptions) {
  const told: Told[] = []
  const app = await appWith({
    publicUrl,
    payment: ({ outcome, needsReview }: PaymentEvent, { entryId: id, conflictsWith }: Attempt) =>
      void told.push({ id, outcome, needsReview, conflictsWith }),
    ...options,
  })
  await app.ready()
  const push = async (url: string, body: object) => {
    const before = told.length
    expect((await post(app, url, body)).statusCode).toBe(200)
    await eventually(async () => told.length > before && (await app.merchant.inbox.count()).running === 0)
  }
  return { app, told, push }
}

interface Told {
  readonly id: string
  readonly outcome: string
  readonly needsReview: readonly string[]
  readonly conflictsWith: string | null
}

const kinds = [
  ['checkout callback', '/checkout', called],
  ['USSD payment notice', '/ussd-payment', notice],
  ['fulfilment notice', '/fulfilment', fulfilled],
] as const

describe.each(dealt(keepingStores))('what nobody is asked about, on %s', (_name, make, it) => {
  it.each(kinds)(
    'is contradicted where a %s says failed after paid, and names what said so',
    async (_kind, url, body) => {
      const { app, told, push } = await openWith({ store: await make() })
      await push(url, body(true))
      await push(url, body(false))
      expect(told).toMatchObject([
        { outcome: 'paid', needsReview: [], conflictsWith: null },
        { outcome: 'failed', needsReview: ['contradicted'], conflictsWith: told[0]?.id },
      ])
      await eventually(async () => (await app.merchant.inbox.list({ needsReview: true })).entries.length === 1)
    },
  )
})

describe('what nobody is asked about', () => {
  it.each(kinds)('is plain where a %s says paid after failed: the customer tried again', async (_kind, url, body) => {
    const { told, push } = await openWith({ store: (await keepingStores[0]?.[1]()) as Store })
    await push(url, body(false))
    await push(url, body(true))
    expect(told.map(({ outcome, needsReview }) => [outcome, needsReview])).toEqual([
      ['failed', []],
      ['paid', []],
    ])
  })

  it('is contradicted after a restart too', async () => {
    const file = sqliteFile()
    const first = await openWith({ store: sqliteHere(file) })
    await first.push('/fulfilment', fulfilled(true))
    await first.app.close()
    const { told, push } = await openWith({ store: sqliteHere(file) })
    await push('/fulfilment', fulfilled(false))
    expect(told).toMatchObject([{ outcome: 'failed', needsReview: ['contradicted'], conflictsWith: first.told[0]?.id }])
  })

  it('is contradicted beside a signed address too, where paid came there', async () => {
    const secret = 'a secret of this test'
    const { app, told, push } = await openWith({ store: (await keepingStores[0]?.[1]()) as Store, secret })
    const { pathname, search } = new URL(
      app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-17', amount: 50 }),
    )
    await push(pathname + search, called(true))
    await push('/checkout', called(false))
    expect(told[1]).toMatchObject({ outcome: 'failed', conflictsWith: told[0]?.id })
    expect(told[1]?.needsReview).toContain('contradicted')
  })

  it.each(keepingStores)('is a matter for a person on %s where its handler fails as well', async (_name, make) => {
    const retry = { attempts: 1 }
    const payment = ({ outcome }: PaymentEvent) => {
      if (outcome === 'failed') throw new Error('the ledger is closed')
    }
    const { app } = await openWith({ store: await make(), retry, payment })
    for (const isPaid of [true, false]) {
      expect((await post(app, '/checkout', called(isPaid))).statusCode).toBe(200)
      await eventually(async () => {
        const { done, dead } = await app.merchant.inbox.count()
        return isPaid ? done === 1 : dead === 1
      })
    }
    const { entries } = await app.merchant.inbox.list({ needsReview: true })
    expect(entries).toMatchObject([{ state: 'dead', review: { reasons: ['contradicted', 'unhandled'] } }])
  })

  it('waits for a store that cannot say whether it was told as paid', async () => {
    let isGone = false
    const store = keptInMemory(({ inbox }) => ({
      inbox: instead(inbox, {
        get: (name, id) =>
          isGone ? Promise.reject(new FMW_STORE_UNAVAILABLE('kept', 'it stalls')) : inbox.get(name, id),
      }),
    }))
    const { app, told, push } = await openWith({ store })
    await push('/checkout', called(true))
    isGone = true
    expect((await post(app, '/checkout', called(false))).statusCode).toBe(200)
    await eventually(() => app.merchant.counts.checkout?.later === 1)
    expect(told).toHaveLength(1)
    isGone = false
    await eventually(() => told.length === 2)
    expect(told[1]).toMatchObject({ outcome: 'failed', needsReview: ['contradicted'], conflictsWith: told[0]?.id })
  })

  it('is contradicted beside a client with confirmWith: false', async () => {
    const service = await payingService()
    const { told, push } = await openWith({
      store: (await keepingStores[0]?.[1]()) as Store,
      client: service.client(),
      secret: 'a secret of this test',
      confirmWith: false,
    })
    await push('/checkout', called(true))
    await push('/checkout', called(false))
    expect(told[1]).toMatchObject({ outcome: 'failed', conflictsWith: told[0]?.id })
    expect(told[1]?.needsReview).toContain('contradicted')
  })
})
