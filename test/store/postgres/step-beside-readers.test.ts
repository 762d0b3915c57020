import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase, opened, sql } from './bench.ts'

it('The step to the names of instances waits for nobody who reads or writes the instances', async () => {
  const url = await freshDatabase()
  const schema = 'dumped'
  await (await opened(url, { schema })).close()
  await sql(url, `DROP TABLE ${schema}.instance_names; DELETE FROM ${schema}.version WHERE minor > 12`)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  onTestFinished(() => reader.end())
  // As pg_dump does, and as a sign of life that is under way.
  await reader.query(`BEGIN; LOCK TABLE ${schema}.instances IN ACCESS SHARE MODE`)
  await reader.query(`LOCK TABLE ${schema}.instances IN ROW EXCLUSIVE MODE`)
  await opened(url, { schema })
  const { rows } = await reader.query(`SELECT registration FROM ${schema}.instance_names`)
  expect(rows).toEqual([{ registration: 'default' }])
})

it('The name of an instance that is gone goes with the next one that begins', async () => {
  const url = await freshDatabase()
  const schema = 'gone'
  await (await opened(url, { schema })).close()
  await opened(url, { schema })
  const text = `SELECT (SELECT count(*)::int FROM ${schema}.instance_names n JOIN ${schema}.instances i USING (id)) AS here,
    (SELECT count(*)::int FROM ${schema}.instance_names) AS all`
  expect((await sql(url, text)).rows).toEqual([{ here: 1, all: 1 }])
})
