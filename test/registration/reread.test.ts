import { expect, it, vi } from 'vitest'
import { writePayload } from '../../src/inbox/entry.ts'
import type { MerchantWebhooksOptions } from '../../src/index.ts'
import { inspectionsOf } from '../../src/registration/inspection.ts'
import type { StoredEntry } from '../../src/store/entry.ts'
import { agreedReview } from '../../src/store/review.ts'
import { keptLane } from '../../src/store/sealed/sealed-look.ts'
import { transactionAnswer } from '../../src/testing/index.ts'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { newSqlite } from '../store/new-sqlite.ts'

/** An application that has handled one push of a kind, and how it reads that again. */
async function handled(
  kind: 'checkout' | 'inboundMessage',
  body: object,
  options: MerchantWebhooksOptions = {},
  before: readonly object[] = [],
) {
  const store = newSqlite()()
  const app = await appWith({ store, checkout: () => undefined, inboundMessage: () => undefined, ...options })
  for (const one of [...before, body]) {
    await vi.waitFor(async () => expect((await post(app, paths[kind], one)).statusCode).toBe(200))
  }
  await vi.waitFor(async () => expect(await app.merchant.inbox.count()).toMatchObject({ waiting: 0, running: 0 }))
  const look = await store.look?.()
  const [summary] = (await look?.inbox.list({ registration: 'default', kinds: [kind], limit: 1 }))?.entries ?? []
  const entry = await look?.inbox.get('default', summary?.id ?? '')
  await look?.close()
  const reread = inspectionsOf(app.merchant)?.[0]?.noticeKinds?.find((one) => one.kind === kind)?.reread
  if (entry === undefined || reread === undefined) throw new Error('there is an entry, and a kind')
  return { entry, reread: (changed: Partial<StoredEntry>) => reread({ ...entry, ...changed }) }
}

it('an entry is the same, and tells of its identity, outcome, lane and reference where they are others', async () => {
  const { entry, reread } = await handled('checkout', samples.checkout)
  expect(reread({})).toEqual({ differences: [] })
  const id = entry.id.replace('|paid', '|failed')
  expect(reread({ id, lane: 'checkout:other', reference: null })).toEqual({
    differences: [
      { what: 'identity', was: id, now: entry.id },
      { what: 'outcome', was: 'failed', now: 'paid' },
      { what: 'lane', was: 'checkout:other', now: entry.lane },
      { what: 'reference', was: 'none', now: entry.reference },
    ],
  })
})

it('tells of reasons to look at a payment that are others, but for one that has not ended or was asked for again', async () => {
  const { reread } = await handled('checkout', samples.checkout)
  const review = { reasons: ['underpaid'], openedAt: 1, settledAt: null, settledBy: null, note: null }
  const differences = [{ what: 'needsReview', was: 'underpaid', now: 'none' }]
  expect(reread({ review })).toEqual({ differences })
  expect(reread({ review, replay: true })).toEqual({ differences: [] })
  expect(reread({ review, state: 'waiting' })).toEqual({ differences: [] })
  expect(reread({ state: 'dead' })).toEqual({ differences: [{ what: 'needsReview', was: 'none', now: 'unhandled' }] })
})

it('what the service was asked about is the same, with all that it said', async () => {
  const status = async ({ clientReference = '' }) =>
    transactionAnswer({ outcome: 'paid', clientReference, amount: samples.checkout.Data.Amount })
  const options = { confirmWith: { transactions: { status } } }
  const { entry, reread } = await handled('checkout', samples.checkout, options)
  expect(new TextDecoder().decode(entry.payload)).toContain('"verdict"')
  expect(reread({})).toEqual({ differences: [] })
})

it('tells of a client that the build lacks, and of nothing that follows from it', async () => {
  const store = newSqlite()()
  const shop = (options: MerchantWebhooksOptions = {}) =>
    appWith({
      store: newSqlite()(),
      secret: 'a secret that signs the addresses of payments',
      publicUrl: 'https://shop.example',
      payment: () => undefined,
      ussd: (_, turn) => turn.pay('Approve', { amount: 5, description: 'Tea' }),
      ...options,
    })
  const status = async () => transactionAnswer({ outcome: 'paid', transactionId: 't-1', amount: 5 })
  const app = await shop({ store, confirmWith: { transactions: { status } } })
  const { pathname, search } = new URL((await post(app, paths.ussd, samples.ussd)).json().CallbackUrl)
  const notice = { ResponseCode: '0000', Message: 'Success', Data: { Amount: 5, TransactionId: 't-1' } }
  await vi.waitFor(async () => expect((await post(app, pathname + search, notice)).statusCode).toBe(200))
  const told = () => app.merchant.inbox.list({ kinds: ['ussdPayment'], states: ['done'], limit: 1 })
  await vi.waitFor(async () => expect((await told()).entries).toHaveLength(1))
  const { entries } = await told()
  const look = await store.look?.()
  const entry = await look?.inbox.get('default', entries[0]?.id ?? '')
  await look?.close()
  const reread = ({ merchant }: typeof app) =>
    entry &&
    inspectionsOf(merchant)?.[0]
      ?.noticeKinds?.find(({ kind }) => kind === 'ussdPayment')
      ?.reread(entry)
  expect(reread(app)).toEqual({ differences: [] })
  const differences = [{ what: 'client', was: 'with a client', now: 'without a client' }]
  expect(reread(await shop())).toEqual({ differences })
  // With an identity of its own the merchant decides.
  const own = { handler: () => undefined, identity: () => 'mine' }
  expect(reread(await shop({ ussdPayment: own }))).toMatchObject({
    differences: [{ what: 'identity', was: entry?.id }],
  })
})

it('tells of what it can read no more', async () => {
  const { reread } = await handled('checkout', samples.checkout)
  expect(reread({ payload: new TextEncoder().encode('{}') })).toMatchObject({
    differences: [{ what: 'reading', was: 'an event' }],
  })
})

it('where the service is asked first, no reason is missed that the push itself gives', async () => {
  const { entry } = await handled('checkout', samples.checkout)
  const status = () => Promise.reject(new Error('nobody is asked'))
  const app = await appWith({
    store: newSqlite()(),
    checkout: () => undefined,
    confirmWith: { transactions: { status } },
  })
  const reread = inspectionsOf(app.merchant)?.[0]?.noticeKinds?.find((one) => one.kind === 'checkout')?.reread
  const review = { reasons: ['paidTwice'], openedAt: 1, settledAt: null, settledBy: null, note: null }
  expect(reread?.({ ...entry, review })).toMatchObject({
    // It is known by its reference there, since the service is.
    differences: [{ what: 'client', was: 'without a client', now: 'with a client' }],
  })
})

it('can tell nothing of what could not be read, and of what the plugin made beside another', async () => {
  const { reread } = await handled('checkout', samples.checkout)
  expect(reread({ form: 'body' })).toEqual({ why: 'unreadable' })
  expect(reread({ id: 'checkout:rejected:1' })).toEqual({ why: 'unreadable' })
  const twin = { carrier: 'json', fields: samples.checkout, raw: samples.checkout, toldBy: 'checkout:1|paid' } as const
  expect(reread({ payload: writePayload(twin) })).toEqual({ why: 'second' })
})

it('takes the word of what was told before of its payment, which it does not ask', async () => {
  const { checkout } = samples
  const refunded = { ...checkout, Data: { ...checkout.Data, Status: 'Refunded' } }
  const { entry, reread } = await handled('checkout', checkout, {}, [refunded])
  expect(entry.review?.reasons).toEqual(['contradicted'])
  expect(reread({})).toEqual({ differences: [] })
})

it('knows a payment that contradicts another, which has an id of its own', async () => {
  const { checkout } = samples
  const other = { ...checkout, Data: { ...checkout.Data, Amount: 7 } }
  const { entry, reread } = await handled('checkout', other, {}, [checkout])
  expect(entry.conflictsWith).toBe(entry.id.slice(0, entry.id.lastIndexOf('~')))
  expect(reread({})).toEqual({ differences: [] })
  expect(reread({ conflictsWith: null })).toMatchObject({ differences: [{ what: 'identity', was: entry.id }] })
})

it('knows a payment that only seemed to contradict another, of which no handler was told', async () => {
  const { checkout } = samples
  const other = { ...checkout, Data: { ...checkout.Data, Amount: 7 } }
  const { reread } = await handled('checkout', other, {}, [checkout])
  expect(reread({ review: agreedReview(1) })).toEqual({ differences: [] })
})

it('knows the lane of a message that is sealed', async () => {
  const { entry, reread } = await handled('inboundMessage', samples.inboundMessage)
  expect(reread({ lane: keptLane(entry.lane) })).toEqual({ differences: [] })
})
