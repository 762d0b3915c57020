import { beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { few } from '../../../src/store/lists/ways.ts'
import { PostgresInboxLook } from '../../../src/store/postgres/inbox/inbox-look.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { filterOf, pairs, rowsOf, type Trait } from '../pairs-of-filters.ts'
import { freshDatabase, sql } from './bench.ts'
import { rowsRead } from './rows-read.ts'

const url = await freshDatabase()
const schema = 'merchant'
const registration = 'default'
const many = 8 * few

const user = postgresStore(url).open({ registration, log: silentLog })
await user.ready
await user.close()

/** Many entries that have one trait, the oldest of them another too, and a few with that alone. */
async function fill(huge: Trait, small: Trait): Promise<void> {
  await sql(url, `TRUNCATE ${schema}.entries, ${schema}.active`)
  for (const { count, row } of rowsOf(many, huge, small)) {
    const { kind, state, reference, phone, conflictsWith, isInReview } = row
    await sql(
      url,
      `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, received_at, form, payload,
        reference, phone, conflicts_with, review, review_opened_at)
      SELECT $1, gen_random_uuid(), 'e' || n, $2, $3, 'l' || n, n, 1000, 'push', '{}', $4, $5, $6, $7, now()
      FROM (SELECT nextval('${schema}.entry_seq') AS n FROM generate_series(1, $8)) s`,
      [registration, kind, state, reference, phone, conflictsWith, isInReview ? '["overpaid"]' : null, count],
    )
  }
  await sql(
    url,
    `INSERT INTO ${schema}.active (registration, seq, lane_key, due_at)
    SELECT registration, seq, lane_key, now() FROM ${schema}.entries WHERE state = 'waiting'`,
  )
  await sql(url, `ANALYZE ${schema}.entries; ANALYZE ${schema}.active`)
}

describe.each(pairs)('many that are $huge, and one of them that is $small', ({ huge, small }) => {
  beforeAll(() => fill(huge, small))

  it.each(['force_custom_plan', 'force_generic_plan'])('cost a list and a count few rows, by a %s', async (mode) => {
    const filter = { registration, ...filterOf(huge, small) }
    let found = 0
    const asked = await rowsRead(url, mode, async (ask) => {
      const look = new PostgresInboxLook(schema, ask, () => undefined)
      found = (await look.list({ ...filter, limit: 50 })).entries.length
      const counts = await look.count(filter)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1)
    })
    expect(found).toBe(1)
    expect(asked).toBeLessThan(many / 2)
  })
})
