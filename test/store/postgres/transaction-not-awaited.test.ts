import { expect, it } from 'vitest'
import type { MerchantWebhooksOptions } from '../../../src/index.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith, post } from '../../http/app.ts'
import { linesOf } from '../../http/lines.ts'
import { paths } from '../../http/samples.ts'
import { eventually, freshDatabase, sql } from './bench.ts'

const url = await freshDatabase()
await sql(url, 'CREATE TABLE sales (id text)')

it('a notification whose handler does not wait for its transaction is done when that has committed', async () => {
  const shop = await openShop(async ({ sell }) => {
    sell(true).catch(() => undefined)
  })
  const id = await shop.push()
  await shop.begun
  expect(await shop.stateOf(id)).toBe('running')
  shop.goOn()
  await shop.until(id, 'done')
  expect(await shop.sales(id)).toBe(1)
  expect(shop.lines.saying('a notification was handled')).toHaveLength(1)
})

it('it is tried again where that is rolled back, and the handler hears nothing of it', async () => {
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

it('it is waited for where the store seals what it keeps, too', async () => {
  const shop = await openShop(
    async ({ sell }) => {
      sell(true).catch(() => undefined)
    },
    { secret: 'what-seals-the-store-of-this-test', seal: true },
  )
  const id = await shop.push()
  await shop.begun
  expect(await shop.stateOf(id)).toBe('running')
  shop.goOn()
  await shop.until(id, 'done')
  expect(await shop.sales(id)).toBe(1)
})

it('a handler that returns at once has its transaction waited for too', async () => {
  const shop = await openShop(({ sell }) => {
    sell(true).catch(() => undefined)
  })
  const id = await shop.push()
  await shop.begun
  expect(await shop.stateOf(id)).toBe('running')
  shop.goOn()
  await shop.until(id, 'done')
  expect(await shop.sales(id)).toBe(1)
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
