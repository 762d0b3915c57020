import { describe, expect, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const missing = [
  [undefined, 'is undefined'],
  [null, 'is null'],
  ['', 'is empty'],
  [' ', 'is empty'],
  [5, 'is no text but of type number'],
  ['undefined/merchant.db', "has 'undefined' in it"],
  ['postgres://shop:null@db.example/shop', "has 'null' in it"],
] as const

// As a variable of the environment arrives in JavaScript, and nowhere in the types.
const given = (value: unknown) => Object({ value }).value

describe('a store of nothing', () => {
  it.each(missing)('is no SQLite file: %j', (value, why) => {
    expect(() => sqliteStore(given(value))).toThrow(
      expect.objectContaining({
        code: 'FMW_STORE_ARGUMENT',
        message: `The store was given a file that ${why}: give sqliteStore the path of a file, such as 'merchant.db'; if it comes from the environment, check that the variable is set`,
      }),
    )
  })

  it.each(missing)('is no PostgreSQL database: %j', (value, why) => {
    expect(() => postgresStore(given(value))).toThrow(
      expect.objectContaining({
        code: 'FMW_STORE_ARGUMENT',
        message: `The store was given a source that ${why}: give postgresStore postgres://user:password@host:port/database, or a pg.Pool; if it comes from the environment, check that the variable is set`,
      }),
    )
  })

  it('is no schema of a missing variable', () => {
    expect(() => postgresStore('postgres://shop@db.example/shop', { schema: `shop_${undefined}` })).toThrow(
      expect.objectContaining({ message: expect.stringContaining("an option schema that has 'undefined' in it") }),
    )
  })

  it.each([{}, { connect: () => undefined }, { options: {} }])('is none of something else: %j', (value) => {
    // @ts-expect-error: half a pool
    expect(() => postgresStore(value)).toThrow(
      expect.objectContaining({ code: 'FMW_STORE_ARGUMENT', message: expect.stringContaining('nor a pg.Pool') }),
    )
  })
})
