import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blockUnder } from './documents.ts'
import { openWorkshop, run, type Workshop } from './workshop.ts'

const block = blockUnder('docs/guides/payments.md', 'Deliver once', 'ts')
let workshop: Workshop
let db: DatabaseSync

beforeEach(() => {
  workshop = openWorkshop()
  const file = join(workshop.folder, 'shop.db')
  vi.stubEnv('SHOP_DB', file)
  db = new DatabaseSync(file)
})
afterEach(() => {
  db.close()
  vi.unstubAllEnvs()
  workshop.remove()
})

it('the SQL of the guide delivers once for each order, over restarts, and tells who paid it first', async () => {
  const settle = await settleOf(1)
  expect(settle('order-1', 'order-1-1')).toBe(true)
  expect(settle('order-1', 'order-1-1')).toBe(true)
  expect(settle('order-1', 'order-1-2')).toBe(false)
  const afterRestart = await settleOf(2)
  expect(afterRestart('order-1', 'order-1-1')).toBe(true)
  expect(afterRestart('order-1', 'order-1-2')).toBe(false)
  expect(settle('order-2', 'order-2-1')).toBe(true)
  expect(parcels()).toEqual(['order-1', 'order-2'])
})

it('the SQL of the guide keeps no sale whose parcel failed, and delivers at the next attempt', async () => {
  const settle = await settleOf(3)
  db.exec("CREATE TRIGGER full BEFORE INSERT ON parcels BEGIN SELECT RAISE(ABORT, 'no room for a parcel'); END")
  expect(() => settle('order-1', 'order-1-1')).toThrow('no room for a parcel')
  expect(db.prepare('SELECT * FROM sales').all()).toEqual([])
  db.exec('DROP TRIGGER full')
  expect(settle('order-1', 'order-1-1')).toBe(true)
  expect(parcels()).toEqual(['order-1'])
})

/** What the example exports, as a process of its own would have it. @param line of the file that it is written to */
async function settleOf(line: number): Promise<(orderId: string, reference: string) => unknown> {
  const { settle } = await run(workshop, { ...block, line })
  if (typeof settle !== 'function') throw new Error('the example exports no settle')
  return (orderId, reference) => settle(orderId, reference)
}

function parcels(): unknown[] {
  return db
    .prepare('SELECT order_id FROM parcels ORDER BY rowid')
    .all()
    .map((row) => row.order_id)
}
