import { expect, it } from 'vitest'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, done, entryOf } from './samples.ts'

const url = await freshDatabase()

// A table of what waits is empty as a rule, and statistics of it say so: whoever believes them reads all of it.
it('what waits behind one head is not read for others, though it was analysed when nothing waited', async () => {
  const schema = 'analysed'
  const { inbox } = await opened(url, { schema })
  await settleOne('first')
  await sql(url, `VACUUM ANALYZE ${schema}.active, ${schema}.entries, ${schema}.identities, ${schema}.instances`)

  const lane = Array.from({ length: 3_000 }, () => entryOf({ lane: 'checkout:stuck' }))
  await Promise.all(lane.map((entry) => inbox.accept(entry, false)))
  const [head] = await inbox.claim(10)
  expect(head?.entry.id).toBe(lane[0]?.id)

  // Until all of it is parked.
  for (let place = 1; place <= 5; place++) await settleOne(`parking ${place}`)
  const read: number[] = []
  for (let round = 1; round <= 3 && !read.some(isLittle); round++) {
    const before = await rowsRead()
    for (let place = 1; place <= 40; place++) await settleOne(`beside ${place}`)
    const again = entryOf({ lane: `checkout:again ${round}` })
    await inbox.accept(again, false)
    expect((await inbox.accept(again, false)).status).toBe('repeated')
    read.push((await rowsRead()) - before)
  }
  expect(read.filter(isLittle), `read: ${read}`).toHaveLength(1)

  async function settleOne(reason: string): Promise<void> {
    await inbox.accept(entryOf(), false)
    const [claim] = await inbox.claim(10)
    if (claim === undefined) throw new Error(`nothing to do: ${reason}`)
    expect(
      await inbox.settle(claim, reason === 'first' ? done : { state: 'dead', attempt: attemptOf(1, reason) }),
    ).toBe(true)
  }

  /** Some ten rows for each; all that waits would be 3,000. */
  function isLittle(rows: number): boolean {
    return rows < 2_000
  }

  /** What connections read, and have told: one that does nothing may keep what it read before for ten seconds. */
  async function rowsRead(): Promise<number> {
    let last = -1
    return eventually('statistics that stand still', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      const { rows } = await sql(
        url,
        `SELECT sum(idx_tup_read)::integer AS read FROM pg_stat_user_indexes WHERE schemaname = '${schema}'`,
      )
      const now: number = rows[0].read
      if (now === last) return now
      last = now
      return undefined
    })
  }
})

it('what needs review is found by its index, however many entries are done', async () => {
  const schema = 'reviewed'
  const { inbox } = await opened(url, { schema })
  for (let place = 0; place < 3; place++) {
    await inbox.accept(entryOf(), false)
    const [claim] = await inbox.claim(1)
    if (claim === undefined) throw new Error('nothing to do')
    await inbox.settle(claim, { state: 'done', attempt: attemptOf(1, null), review: place === 1 ? ['overpaid'] : [] })
  }
  await sql(
    url,
    `INSERT INTO ${schema}.entries (registration, key, id, kind, state, lane, lane_key, received_at, form, payload, finished_at)
      SELECT 'default', gen_random_uuid(), 'old ' || n, 'checkout', 'done', 'old', 1, 0, 'push', '', now()
      FROM generate_series(1, 20000) n;
    ANALYZE ${schema}.entries`,
  )
  const filter = { registration: 'default', needsReview: true }
  const scans = async () => {
    const { rows } = await sql(
      url,
      `SELECT idx_scan::integer AS scans FROM pg_stat_user_indexes
        WHERE schemaname = '${schema}' AND indexrelname = 'entries_reviewed'`,
    )
    return Number(rows[0].scans)
  }
  const before = await scans()
  expect((await inbox.list({ ...filter, limit: 10 })).entries).toMatchObject([{ review: { reasons: ['overpaid'] } }])
  expect(await inbox.count(filter)).toMatchObject({ done: 1 })
  await eventually('statistics of both', async () => ((await scans()) >= before + 2 ? true : undefined))
})
