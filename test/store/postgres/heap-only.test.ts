import { expect, it } from 'vitest'
import { freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()

it('what changes when an entry is done stands in no index of its table', async () => {
  await opened(url)
  const { rows } = await sql(
    url,
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'merchant' AND tablename = 'entries'`,
  )
  const indexes = rows.map(({ indexdef }) => String(indexdef))
  expect(indexes.length).toBeGreaterThan(5)
  expect(indexes.filter((index) => /\b(state|finished_at|attempts|failures|reason|fence)\b/.test(index))).toEqual([])
})

it('nearly all of a group that is done stay on their pages', async () => {
  const { inbox } = await opened(url)
  await Promise.all(Array.from({ length: 60 }, () => inbox.accept(entryOf({ payload: Buffer.alloc(500, 'a') }), false)))
  const pages = `SELECT (ctid::text::point)[0] AS page, seq FROM merchant.entries ORDER BY seq`
  const before = await sql(url, pages)
  expect(before.rows).toHaveLength(60)
  const claims = await inbox.claim(60)
  await Promise.all(claims.map((claim) => inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })))
  const after = await sql(url, pages)
  const moved = after.rows.filter(({ page }, place) => page !== before.rows[place]?.page)
  expect(moved.length).toBeLessThan(6)
})
