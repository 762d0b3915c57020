import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type CheckoutEvent, type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'
import { silentLog } from '../../../src/log.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import type { Store } from '../../../src/store/store.ts'
import { post } from '../../http/app.ts'
import { samples } from '../../http/samples.ts'
import { sqliteHere } from '../../store/new-sqlite.ts'
import { newFile, removeFiles } from '../../store/sqlite/files.ts'

/** A place in which entries outlive the applications that use it. */
const places: readonly (readonly [string, () => () => Store])[] = [
  [
    'memory',
    () => {
      const memory = memoryStore()
      // Somebody else has it open, so it forgets nothing in between.
      const other = memory.open({ registration: 'default', log: silentLog })
      onTestFinished(() => other.close())
      return () => ({ ...memory, durability: 'process' })
    },
  ],
  [
    'SQLite',
    () => {
      const file = newFile()
      onTestFinished(() => removeFiles(file))
      return () => sqliteHere(file)
    },
  ],
]

/** One version of an application, while it runs. */
async function running<Result>(
  store: Store,
  options: Partial<MerchantWebhooksOptions>,
  use: (app: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', store, ...options })
  await app.ready()
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}

const id = 'checkout:checkoutId:00000000000000000000000000000007|paid'
const state = async (app: FastifyInstance, one = id) => (await app.merchant.inbox.get(one)).state

/** What the inbox holds, whoever wrote it. */
function entryOf(name: string, payload: unknown): NewEntry {
  const identity = `checkout:${name}`
  return {
    kind: 'checkout',
    id: identity,
    state: 'waiting',
    identity,
    identityFor: undefined,
    fingerprint: 'f',
    lane: identity,
    reference: null,
    receivedAt: Date.UTC(2026, 0, 1),
    form: 'push',
    payload: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    reason: null,
  }
}

describe.each(places)('What was kept in %s', (_name, place) => {
  it('is asked for again by newer code: the same id, what was sent untouched, and fields that nobody knew then', async () => {
    const open = place()
    const sent = { ...samples.checkout, Schema: 2, Data: { ...samples.checkout.Data, Loyalty: { points: 7 } } }
    const seen: { id: string; replay: boolean; payment: CheckoutEvent }[] = []
    const older: Partial<MerchantWebhooksOptions> = { checkout: () => undefined }
    await running(open(), older, async (app) => {
      await post(app, '/checkout', sent)
      await expect.poll(() => state(app)).toBe('done')
    })
    const newer: Partial<MerchantWebhooksOptions> = {
      country: 'GH',
      checkout: (payment, attempt) => {
        seen.push({ id: attempt.entryId, replay: attempt.replay, payment })
      },
    }
    await running(open(), newer, async (app) => {
      await app.merchant.inbox.replay(id)
      await expect.poll(() => state(app)).toBe('done')
      await post(app, '/checkout', sent)
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ id, replay: true, payment: { outcome: 'paid', amountMinor: 5050, raw: sent } })
  })

  it('waits where the newer code has no handler for its kind, and is handled where one is there again', async () => {
    const open = place()
    let handled = 0
    const withHandler: Partial<MerchantWebhooksOptions> = { checkout: () => void handled++ }
    await running(open(), withHandler, async (app) => {
      await post(app, '/checkout', samples.checkout)
      await expect.poll(() => state(app)).toBe('done')
    })
    await running(open(), { deliveryReport: () => undefined }, async (app) => {
      await app.merchant.inbox.replay(id)
      await expect.poll(() => state(app)).toBe('waiting')
    })
    expect(handled).toBe(1)
  })

  it('is handled, or rejected with its reason, whatever version wrote it: none of it stops the rest', async () => {
    const open = place()
    const fields = samples.checkout
    const written: readonly (readonly [string, unknown])[] = [
      ['as the oldest wrote it', { carrier: 'json', fields }],
      ['as a newer one may', { carrier: 'json', fields, raw: fields, version: 9, later: { any: [1] } }],
      ['with parts of another make', { carrier: 'json', fields, signed: 'yes', verdict: 4, raw: null }],
      ['by a carrier to come', { carrier: 'pigeon', fields }],
      ['with fields of another make', { carrier: 'json', fields: [1] }],
      ['with data of another make', { carrier: 'json', fields: { ...fields, Data: 'none' } }],
      ['cut off', '{"carrier":"json","fields":{"Data"'],
      ['empty', ''],
    ]
    const store = open()
    const opened = store.open({ registration: 'default', log: silentLog })
    await opened.ready
    for (const [name, payload] of written) await opened.inbox.accept(entryOf(name, payload), false)
    await opened.close()
    const outcomes: string[] = []
    const checkout: MerchantWebhooksOptions['checkout'] = ({ outcome }) => void outcomes.push(outcome)
    await running(open(), { checkout, retry: { attempts: 1 } }, async (app) => {
      const ends = async () => {
        const { entries } = await app.merchant.inbox.list()
        return Object.fromEntries(entries.map((entry) => [entry.id, entry.state]))
      }
      await expect.poll(ends).toEqual({
        'checkout:as the oldest wrote it': 'done',
        'checkout:as a newer one may': 'done',
        'checkout:with parts of another make': 'done',
        'checkout:by a carrier to come': 'rejected',
        'checkout:with fields of another make': 'rejected',
        'checkout:with data of another make': 'rejected',
        'checkout:cut off': 'rejected',
        'checkout:empty': 'rejected',
      })
      await app.merchant.inbox.replay('checkout:cut off')
      await expect.poll(() => state(app, 'checkout:cut off')).toBe('rejected')
    })
    expect(outcomes.toSorted()).toEqual(['paid', 'paid', 'paid'])
  })
})

it('A notification that memory has forgotten by count is handled once more when it comes again, and never while it waits', async () => {
  const handled = new Map<string, number>()
  const gate = Promise.withResolvers<void>()
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore({ identities: 5, finished: 5 }),
    checkout: async ({ checkoutId }) => {
      if (checkoutId === 'held') await gate.promise
      handled.set(String(checkoutId), (handled.get(String(checkoutId)) ?? 0) + 1)
    },
  })
  const push = (CheckoutId: string) =>
    post(app, '/checkout', { ...samples.checkout, Data: { ...samples.checkout.Data, CheckoutId } })
  const held = push('held')
  const names = Array.from({ length: 40 }, (_none, at) => `c${at}`)
  await Promise.all(names.map(push))
  const again = push('held')
  gate.resolve()
  await Promise.all([held, again])
  await Promise.all(names.slice(-4).map(push))
  expect([...handled.values()].every((times) => times === 1)).toBe(true)
  await Promise.all(names.slice(0, 3).map(push))
  expect(Object.fromEntries(handled)).toMatchObject({ held: 1, c0: 2, c1: 2, c2: 2, c39: 1 })
})
