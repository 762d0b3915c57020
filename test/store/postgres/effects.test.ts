import { describe, expect, it } from 'vitest'
import { postgresSchema } from '../../../src/store/postgres/index.ts'
import { stepSql, versionTable } from '../../../src/store/postgres/schema/postgres-schema.ts'
import { schemaSteps } from '../../../src/store/postgres/schema/steps.ts'
import { againBy, effectOf, markOf, turnOf } from '../../../src/testing/store-suite/sample-effects.ts'
import { closingOf, newSession, openingOf } from '../../../src/testing/store-suite/sample-turns.ts'
import { answer, run, stateUnder, statusOf } from '../../../src/testing/store-suite/turning.ts'
import { freshDatabase, opened, sql } from './bench.ts'

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

describe('a schema in PostgreSQL that an older version made', () => {
  it('is brought up to date with its sessions, beside a process of that version', async () => {
    const schema = 'older'
    const [first] = schemaSteps
    if (first === undefined) throw new Error('there is none')
    await sql(url, `CREATE SCHEMA ${schema}; ${versionTable(schema)} ${stepSql(schema, first)}`)
    await sql(url, `INSERT INTO ${schema}.instances VALUES ('00000000-0000-4000-8000-000000000001', 'infinity')`)
    const openOlder = (key: string, name: string, turn: string) =>
      sql(
        url,
        `SELECT status, fence, state FROM ${schema}.open_turn_1('00000000-0000-4000-8000-000000000001', 'default',
          $1, $1, 'ussd', $2, '', '', 1, 600000, $3, NULL, $4, false, '', 'response')`,
        [key, name, turn, `${name} ${turn}`],
      )
    const closeOlder = (key: string, turn: string, fence: string, state: string) =>
      sql(
        url,
        `SELECT ${schema}.close_turn_1('older_turns', $1, $2, $3, '{}', '', 'handler', 1, false, true, $4, false,
          false, NULL, false) AS done`,
        [key, turn, fence, state],
      )
    const key = '00000000-0000-4000-8000-0000000000aa'
    const before = await openOlder(key, 'old', '1')
    const { turns } = await opened(url, { schema })
    // What it began before, and what it begins after.
    expect((await closeOlder(key, '1', before.rows[0].fence, '"old"')).rows).toEqual([{ done: true }])
    expect((await openOlder(key, 'old', '2')).rows).toMatchObject([{ status: 'opened', state: '"old"' }])
    const [id, resume] = [newSession(), markOf()]
    await answer(turns, openingOf(id, 1), { resume, session: { state: '1' } })
    await answer(turns, openingOf(newSession(), 1), { resume, session: { state: '2' } })
    expect(await statusOf(turns, openingOf(id, 2))).toBe('over')
    expect(await stateUnder(turns, resume.key)).toBe('2')
    expect(await turns.begin(effectOf())).toEqual({ status: 'begun' })
    const versions = await sql(url, `SELECT major, minor FROM ${schema}.version ORDER BY minor`)
    expect(versions.rows).toEqual(schemaSteps.map(({ major, minor }) => ({ major, minor })))
  })

  it('gets what is missing from what postgresSchema prints', async () => {
    const schema = 'printed'
    const [first] = schemaSteps
    if (first === undefined) throw new Error('there is none')
    await sql(url, `CREATE SCHEMA ${schema}; ${versionTable(schema)} ${stepSql(schema, first)}`)
    await sql(url, postgresSchema({ schema }))
    const { turns } = await opened(url, { schema, migrate: false })
    expect(await turns.begin(effectOf())).toEqual({ status: 'begun' })
  })
})
