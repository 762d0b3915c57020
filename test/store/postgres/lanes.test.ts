import { describe, expect, it } from 'vitest'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, done, entryOf } from './samples.ts'

const url = await freshDatabase()

describe('lanes', () => {
  it('park what stands behind a head, look at it once, and go on in order when the head is out of the way', async () => {
    const schema = 'parked'
    const { inbox } = await opened(url, { schema })
    const lane = Array.from({ length: 2_500 }, () => entryOf({ lane: 'checkout:stuck' }))
    await Promise.all(lane.map((entry) => inbox.accept(entry, false)))
    const [head] = await inbox.claim(10)
    expect(head?.entry.id).toBe(lane[0]?.id)
    const parked = async () =>
      Number((await sql(url, `SELECT count(*) FROM ${schema}.active WHERE due_at = 'infinity'`)).rows[0].count)
    expect(await parked()).toBe(2_499)
    const other = entryOf()
    await inbox.accept(other, false)
    expect((await inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([other.id])
    if (head === undefined) throw new Error('no head')
    expect(await inbox.settle(head, { state: 'dead', attempt: attemptOf(1, 'stuck') })).toBe(true)
    const ids: string[] = []
    for (let place = 1; place <= 20; place++) {
      const [claim, ...more] = await inbox.claim(10)
      expect(more).toEqual([])
      if (claim === undefined) throw new Error(`none at ${place}`)
      ids.push(claim.entry.id)
      await inbox.settle(claim, done)
    }
    expect(ids).toEqual(lane.slice(1, 21).map(({ id }) => id))
  })

  it('go on with more in the next call where one has as much to park as it may', async () => {
    const { inbox } = await opened(url, { schema: 'many_behind' })
    for (let batch = 1; batch <= 4; batch++) {
      await Promise.all(Array.from({ length: 3_000 }, () => inbox.accept(entryOf({ lane: 'checkout:stuck' }), false)))
    }
    let rings = 0
    const other = entryOf()
    await inbox.accept(other, false)
    const seen: string[] = []
    inbox.onWork(() => rings++)
    await eventually('the other lane', async () => {
      const before = rings
      seen.push(...(await inbox.claim(10)).map(({ entry }) => entry.id))
      if (seen.includes(other.id)) return true
      // It rings by itself, long before the next look round.
      await eventually('a ring', () => (rings > before ? true : undefined), 500)
      return undefined
    })
    expect(seen).toHaveLength(2)
  })

  it('that were claimed before something failed are handed out anyway', async () => {
    const schema = 'half_way'
    const { inbox } = await opened(url, { schema })
    const long = Array.from({ length: 60 }, () => entryOf({ lane: 'checkout:long' }))
    for (const entry of long) await inbox.accept(entry, false)
    const odd = entryOf({ lane: 'checkout:odd' })
    await inbox.accept(odd, false)
    await sql(
      url,
      `CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON ${schema}.active FOR EACH ROW WHEN (NEW.seq = 61)
        EXECUTE FUNCTION ${schema}.refuse()`,
    )
    // The long lane fills the first look; the second one meets the odd entry.
    expect((await inbox.claim(2)).map(({ entry }) => entry.id)).toEqual([long[0]?.id])
    await expect(inbox.claim(2)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('not this one (P0001)'),
    })
    await sql(url, `DROP TRIGGER refuse ON ${schema}.active`)
    expect((await inbox.claim(2)).map(({ entry }) => entry.id)).toEqual([odd.id])
  })

  it('that nobody is left to free are found by the net under them', async () => {
    const schema = 'unparked'
    const { inbox } = await opened(url, { schema })
    const entries = Array.from({ length: 3 }, () => entryOf())
    for (const entry of entries) await inbox.accept(entry, false)
    // As it would be if a process of another version had forgotten to.
    await sql(url, `UPDATE ${schema}.active SET due_at = 'infinity'`)
    expect(await inbox.claim(10)).toEqual([])
    const found: string[] = []
    await eventually('the net', async () => {
      for (const claim of await inbox.claim(10)) found.push(claim.entry.id)
      return found.length >= 3 ? true : undefined
    })
    expect(found.toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
  })

  it('whose head is parked go on as soon as somebody looks at them', async () => {
    const schema = 'head_parked'
    const { inbox } = await opened(url, { schema })
    const lane = Array.from({ length: 2 }, () => entryOf({ lane: 'checkout:both' }))
    for (const entry of lane) await inbox.accept(entry, false)
    await sql(url, `UPDATE ${schema}.active SET due_at = 'infinity' WHERE seq = 1`)
    expect((await inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([lane[0]?.id])
  })

  it('are left alone while another process decides about them', async () => {
    const schema = 'decided'
    const { inbox } = await opened(url, { schema })
    const entry = entryOf()
    await inbox.accept(entry, false)
    const pg = await import('pg')
    const other = new pg.default.Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN')
    await other.query(`SELECT pg_advisory_xact_lock(lane_key) FROM ${schema}.active`)
    expect(await inbox.claim(10)).toEqual([])
    let rings = 0
    inbox.onWork(() => rings++)
    expect(await inbox.claim(10)).toEqual([])
    await eventually('another look, soon', () => (rings > 0 ? true : undefined), 500)
    await other.query('ROLLBACK')
    await other.end()
    expect((await inbox.claim(10)).map(({ entry: { id } }) => id)).toEqual([entry.id])
  })

  it('hold their order and one entry at a time with four at work, failures and replays among them', async () => {
    const schema = 'four'
    const users = await Promise.all(Array.from({ length: 4 }, () => opened(url, { schema, connections: 4 })))
    const lanes = Array.from({ length: 12 }, (_, lane) =>
      Array.from({ length: 25 }, () => entryOf({ lane: `lane:${lane}` })),
    )
    const running = new Set<string>()
    const worked: string[] = []
    const accepting = Promise.all(
      lanes.map(async (lane, place) => {
        for (const entry of lane) await users[place % 4]?.inbox.accept(entry, false)
      }),
    )
    const total = 12 * 25
    await Promise.all([
      accepting,
      ...users.map(async ({ inbox }) => {
        while (worked.length < total) {
          for (const claim of await inbox.claim(4)) {
            const { lane, id, failures } = claim.entry
            expect(running.has(lane)).toBe(false)
            running.add(lane)
            // Every third fails once and is tried again before what stands behind it.
            const fails = failures === 0 && Number(/\d+\|/.exec(id)?.[0].slice(0, -1)) % 3 === 0
            await new Promise((resolve) => setImmediate(resolve))
            if (!fails) worked.push(id)
            running.delete(lane)
            const settlement = { state: 'waiting', retryIn: 5, attempt: attemptOf(1, 'once') } as const
            expect(await inbox.settle(claim, fails ? settlement : done)).toBe(true)
          }
        }
      }),
    ])
    for (const lane of lanes) {
      const ids = lane.map(({ id }) => id)
      expect(worked.filter((id) => ids.includes(id))).toEqual(ids)
    }
  })
})
