import { expect, it } from 'vitest'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { childOn } from './child.ts'
import { entryOf } from './samples.ts'

// Each kill costs the ten seconds after which a process is taken for dead, so they overlap.
it('does every effect once and in the order of its lane while processes are killed', { timeout: 120_000 }, async () => {
  const url = await freshDatabase()
  await sql(url, 'CREATE TABLE effects (place bigserial, id text, lane text, pid integer)')
  const { inbox } = await opened(url)
  const entries = Array.from({ length: 1_200 }, (_, place) => entryOf({ lane: `checkout:lane-${place % 40}` }))
  await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
  const effects = async () => Number((await sql(url, 'SELECT count(*) FROM effects')).rows[0].count)
  for (let kills = 1; kills <= 6; kills++) {
    const child = await childOn(url, 'work')
    await eventually('work', async () => ((await effects()) >= kills * 60 ? true : undefined), 60_000)
    await child.kill()
  }
  await Promise.all([childOn(url, 'work'), childOn(url, 'work')])
  await eventually('the rest', async () => ((await effects()) >= entries.length ? true : undefined), 60_000)
  await eventually('the last settlement', async () => {
    const { done } = await inbox.count({ registration: 'default' })
    return done === entries.length ? true : undefined
  })
  const { rows } = await sql(url, 'SELECT id, lane, pid FROM effects ORDER BY lane, place')
  expect(rows.map(({ id }) => id)).toEqual(
    entries.toSorted((one, other) => (one.lane < other.lane ? -1 : one.lane > other.lane ? 1 : 0)).map(({ id }) => id),
  )
  expect(new Set(rows.map(({ pid }) => pid)).size).toBeGreaterThanOrEqual(7)
})
