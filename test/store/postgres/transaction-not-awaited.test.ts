import { expect, it } from 'vitest'
import type { MerchantWebhooksOptions } from '../../../src/index.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { eventually, freshDatabase, sql } from './bench.ts'

const url = await freshDatabase()
await sql(url, 'CREATE TABLE sales (id text)')

const sellsUnawaited = ({ sell }: Selling): void => {
  sell(true).catch(() => undefined)
}

it.each([
  ['returns a promise', async (selling: Selling) => sellsUnawaited(selling), undefined],
  ['returns at once', sellsUnawaited, undefined],
  ['has a store that seals', sellsUnawaited, { secret: 'what-seals-the-store-of-this-test', seal: true }],
])(
  'a notification whose handler does not wait for its transaction is done when that has committed: one that %s',
  async (_how, handler, options) => {
    const shop = await openShop(handler, options)
    const id = await shop.push()
    await shop.begun
    expect(await shop.stateOf(id)).toBe('running')
    shop.goOn()
    await shop.until(id, 'done')
    expect(await shop.sales(id)).toBe(1)
    expect(shop.lines.saying('a notification was handled')).toHaveLength(1)
  },
)

it('one whose transaction is rolled back is tried again, though its handler hears nothing of it', async () => {
  const shop = await openShop(async ({ sell, number }) => {
    sell(number > 1).catch(() => undefined)
  })
  const id = await shop.push()
  await shop.begun
  shop.goOn()
  await shop.until(id, 'done')
  expect(await shop.sales(id)).toBe(1)
  expect(shop.lines.saying('the plugin retries it')).toMatchObject([{ err: { message: 'out of stock' } }])
})

it('one that fails beside its transaction is done where that commits, and nothing says that it is tried again', async () => {
  const shop = await openShop(async ({ sell }) => {
    await Promise.all([sell(true), Promise.reject(new Error('no SMS today'))])
  })
  const id = await shop.push()
  await shop.begun
  shop.goOn()
  await shop.until(id, 'done')
  await eventually('the line', () => shop.lines.saying('after its transaction had committed')[0])
  expect(await shop.sales(id)).toBe(1)
  expect(shop.lines.saying('the plugin retries it')).toEqual([])
})

it('one that fails at once beside its transaction is done where that commits', async () => {
  const shop = await openShop(({ sell }) => {
    sell(true).catch(() => undefined)
    throw new Error('no SMS today')
  })
  const id = await shop.push()
  await shop.begun
  shop.goOn()
  await shop.until(id, 'done')
  await eventually('the line', () => shop.lines.saying('after its transaction had committed')[0])
  expect(await shop.sales(id)).toBe(1)
})

it('a transaction that never ends holds its attempt up to the time limit', async () => {
  const shop = await openShop(
    async ({ sell }) => {
      sell(true).catch(() => undefined)
    },
    { retry: { attempts: 1, timeout: 300 } },
  )
  const id = await shop.push()
  await shop.until(id, 'dead')
  shop.goOn()
  expect(await shop.sales(id)).toBe(0)
  expect(shop.lines.saying('every attempt on a notification failed')).toMatchObject([
    { err: { code: 'FMW_ATTEMPT_TIMEOUT' } },
  ])
})

it('one whose handler has returned before its transaction begins is done without it, and a line says so', async () => {
  const over = Promise.withResolvers<void>()
  const shop = await openShop(({ sell }) => {
    over.promise.then(() => sell(true)).catch(() => undefined)
  })
  const id = await shop.push()
  await shop.until(id, 'done')
  over.resolve()
  shop.goOn()
  const line = await eventually('the line', () => shop.lines.saying('a transaction was rolled back')[0])
  expect(line).toMatchObject({ level: 50, kind: 'deliveryReport', id })
  expect(await shop.sales(id)).toBe(0)
})

interface Selling {
  readonly number: number
  /** Sells in a transaction, which stays open until the test goes on. */
  readonly sell: (isInStock: boolean) => Promise<void>
}

async function openShop(
  handler: (selling: Selling) => unknown,
  options: MerchantWebhooksOptions = { retry: { minDelay: 1, maxDelay: 1 } },
) {
  const store = postgresStore(url)
  const lines = linesOf()
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  const app = await appWith(
    {
      ...options,
      store,
      deliveryReport: (_report, attempt) =>
        handler({
          number: attempt.number,
          sell: (isInStock) =>
            store.transaction(attempt, async (tx) => {
              await tx.query('INSERT INTO sales VALUES ($1)', [attempt.entryId])
              begun.resolve()
              await going.promise
              if (!isInStock) throw new Error('out of stock')
            }),
        }) as Promise<void>,
    },
    { server: { logger: lines.logger } },
  )
  await app.ready()
  const stateOf = async (id: string) => (await app.merchant.inbox.get(id))?.state
  return {
    lines,
    begun: begun.promise,
    goOn: going.resolve,
    stateOf,
    push: async () => {
      const { statusCode } = await post(app, paths.deliveryReport, { MessageId: crypto.randomUUID(), Status: 'Sent' })
      expect(statusCode).toBe(200)
      const { entries } = await app.merchant.inbox.list({ limit: 1 })
      return entries[0]?.id ?? 'nothing'
    },
    until: (id: string, state: string) =>
      eventually(`${id} is ${state}`, async () => (await stateOf(id)) === state || undefined),
    sales: async (id: string) => (await sql(url, 'SELECT FROM sales WHERE id = $1', [id])).rowCount,
  }
}
