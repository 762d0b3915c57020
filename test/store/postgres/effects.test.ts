import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  againBy,
  closingOf,
  effectOf,
  markOf,
  newSession,
  openingOf,
  turnOf,
} from '../../../src/testing/store-suite/samples.ts'
import { answer, run } from '../../../src/testing/store-suite/working.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'

const url = await freshDatabase()

describe('effects in PostgreSQL', () => {
  it('of a process that is dead nobody knows, and the next has them in its hands', async () => {
    const schema = 'dead'
    const [one, other] = [await opened(url, { schema }), await opened(url, { schema })]
    const effect = effectOf()
    await one.turns.begin(effect)
    expect(await other.turns.begin(againBy(effect))).toEqual({ status: 'running' })
    // As others do that did not hear of it for ten seconds.
    await sql(
      url,
      `DELETE FROM ${schema}.instances i USING ${schema}.effects e WHERE i.id = e.owner AND e.told = 'begun'`,
    )
    expect(await other.turns.begin(againBy(effect))).toEqual({ status: 'unknown' })
    // It was not dead after all, and goes on under another name.
    expect(await one.turns.begin(effect)).toEqual({ status: 'running' })
    await one.turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"done"' })
    expect(await other.turns.begin(againBy(effect))).toEqual({ status: 'concluded', outcome: '"done"' })
  })

  it('are begun again under the new name of a process that was taken for dead', async () => {
    const schema = 'renamed'
    const { turns } = await opened(url, { schema })
    const effect = effectOf()
    await turns.begin(effect)
    await sql(url, `DELETE FROM ${schema}.instances`)
    expect(await turns.begin(effect)).toEqual({ status: 'begun' })
    expect(await turns.begin(againBy(effect))).toEqual({ status: 'running' })
  })

  it('that were left begin no more when their beginning comes behind that, and whoever asks next does them', async () => {
    const schema = 'gone'
    const { turns } = await opened(url, { schema })
    const effect = effectOf()
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    onTestFinished(() => holder.end())
    // A beginning asks for its instance first.
    await holder.query(`BEGIN; LOCK TABLE ${schema}.instances IN ACCESS EXCLUSIVE MODE`)
    const late = turns.begin(effect)
    await eventually('a beginning that waits', async () => {
      const { rows } = await sql(
        url,
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'begin_effect'",
      )
      return rows.length > 0 || undefined
    })
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: null })
    await holder.query('COMMIT')
    expect(await late).toEqual({ status: 'fenced' })
    const next = againBy(effect)
    expect(await turns.begin(next)).toEqual({ status: 'begun' })
    expect(await turns.begin(effect)).toEqual({ status: 'running' })
    await turns.conclude({ key: next.key, attempt: next.attempt, outcome: null })
    expect(await turns.begin(againBy(effect))).toEqual({ status: 'unknown' })
  })

  it('are on the disk when they are begun, whatever the application has set for itself', async () => {
    const schema = 'durable'
    const source = new URL(url)
    source.searchParams.set('options', '-c synchronous_commit=off')
    const { turns } = await opened(source.href, { schema })
    await sql(
      url,
      `CREATE TABLE ${schema}.seen (setting text);
      CREATE FUNCTION ${schema}.look() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO ${schema}.seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
      CREATE TRIGGER look BEFORE INSERT ON ${schema}.effects FOR EACH ROW EXECUTE FUNCTION ${schema}.look()`,
    )
    await turns.begin(effectOf())
    expect((await sql(url, `SELECT setting FROM ${schema}.seen`)).rows).toEqual([{ setting: 'on' }])
  })
})

describe('sessions in PostgreSQL that take the keys of each other', () => {
  it('never wait for each other in a ring', async () => {
    const schema = 'rings'
    const [one, other] = [await opened(url, { schema }), await opened(url, { schema })]
    for (let round = 0; round < 20; round++) {
      const keys = [markOf(), markOf(), markOf()]
      const sessions = await Promise.all(
        keys.map(async (resume, place) => {
          const id = newSession()
          await answer(one.turns, openingOf(id, 1), { resume, session: { state: String(place) } })
          const opening = openingOf(id, 2)
          return { opening, fence: (await run(one.turns, opening)).fence }
        }),
      )
      const effect = effectOf()
      const written = await Promise.all(
        sessions.map(async ({ opening, fence }, place) => {
          const resume = keys[(place + 1) % 3]
          if (place !== 2) return one.turns.close(closingOf(opening, fence, { resume }))
          const { status } = await other.turns.begin({ ...effect, turn: turnOf(opening, fence, '"2"', resume) })
          return status === 'begun'
        }),
      )
      // Whoever was first has ended the next, which then takes nothing.
      expect(written).toContain(true)
      expect(written).toContain(false)
    }
  })
})
