import pg from 'pg'
import { expect, it } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'

const place = (...given: Parameters<typeof postgresStore>) => postgresStore(...given).place

it('Stores of one schema have one place, whoever uses them; another schema, database or server is another one', () => {
  const own = place('postgres://shop:hidden@db.test:5432/shop')
  expect(own).toBe('db.test:5432/shop, schema "merchant"')
  expect(place('postgresql://other@db.test/shop')).toBe(own)
  expect(place('postgres://shop@db.test')).toBe(own)
  expect(place(new pg.Pool({ connectionString: 'postgres://shop:hidden@db.test/shop' }))).toBe(own)
  expect(place(new pg.Pool({ host: 'db.test', user: 'shop' }))).toBe(own)
  // PGHOST, or this machine.
  expect(place(new pg.Pool({ database: 'shop' }))).toBe(place(new pg.Pool({ database: 'shop' })))
  const others = [
    place('postgres://shop@db.test/shop', { schema: 'tickets' }),
    place('postgres://shop@db.test/tickets'),
    place('postgres://shop@db.test:5433/shop'),
    place('postgres://shop@db.test/shop?host=/run/one'),
    place('postgres://shop@db.test/shop?host=/run/two'),
  ]
  expect(new Set([own, ...others]).size).toBe(6)
})

it('Pools that do not name their server are each a place of its own', () => {
  const stream = (): undefined => undefined
  const pool = new pg.Pool({ stream, host: 'db.test' })
  expect(place(pool)).toBe(place(pool))
  expect(place(pool)).not.toBe(place(new pg.Pool({ stream, host: 'db.test' })))
  expect(place(pool)).not.toBe(place(pool, { schema: 'tickets' }))
})
