import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, test } from 'vitest'
import { storeFindings } from '../../../src/cli/doctor/project/store.ts'
import type { Inspection } from '../../../src/registration/inspection.ts'
import { type PostgresStoreOptions, postgresSchema, postgresStore } from '../../../src/store/postgres/index.ts'
import { schemaVersion } from '../../../src/store/postgres/schema/postgres-schema.ts'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { newDatabase } from '../../postgres-shared.ts'
import { sql } from '../../store/postgres/bench.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { keptStore } from '../look/kept-store.ts'
import { run } from '../run.ts'

const { major, minor } = schemaVersion
const needed = `${major}.${minor}`
const older = `${major}.${minor - 1}`
const schema = 'merchant'

/** What doctor says of a store itself. */
async function about(store: Inspection['store']) {
  const one = { registration: 'default', publicUrl: undefined, store, takesMoney: true, lacks: [], kinds: [] }
  const findings = await storeFindings(one, [one], '.', { dependencies: [], scripts: [] })
  return findings.filter(({ check }) => check === 'store').map(({ level, says, remedy }) => ({ level, says, remedy }))
}

async function database(made?: number) {
  const url = await newDatabase(inject('postgresPort'))
  if (made !== undefined) {
    await sql(url, postgresSchema())
    await sql(url, `UPDATE ${schema}.version SET minor = ${made}`)
  }
  return { url, say: (options: PostgresStoreOptions = {}) => about(postgresStore(url, options)) }
}

test('an older schema of PostgreSQL that the start brings up to date is fine, as before each deploy', async () => {
  const { url, say } = await database(minor - 1)
  expect(await say()).toEqual([
    { level: 'fine', says: `postgres, with a schema at ${older}: the start takes it to ${needed}`, remedy: null },
  ])
  const { code, err } = await run('inbox', '--store', url)
  expect(code).toBe(1)
  expect(err).toContain(`"merchant" is at ${older} and this version of the package needs ${needed}`)
  expect(err).not.toContain('migrate')
})

test('an older schema that the store may not change is an error, with what its owner runs', async () => {
  const { say } = await database(minor - 1)
  expect(await say({ migrate: false })).toEqual([
    {
      level: 'error',
      says: expect.stringContaining(`is at ${older}, which is older and may not be made here (migrate: false)`),
      remedy:
        'As the owner of its tables, run what postgresSchema({ schema: "merchant" }) prints, and the GRANT lines after it.',
    },
  ])
})

test('a database that has no schema yet is fine, unless the store may not make it', async () => {
  const { say } = await database()
  expect(await say()).toEqual([{ level: 'fine', says: 'postgres, made at the first start', remedy: null }])
  expect(await say({ migrate: false })).toMatchObject([{ level: 'error', remedy: expect.stringContaining('GRANT') }])
})

/** A user beside the owner. */
async function other(made?: number) {
  const { url } = await database(made)
  const user = `other_${randomBytes(6).toString('hex')}`
  await sql(url, `CREATE ROLE ${user} LOGIN PASSWORD 'a-word'`)
  const source = new URL(url)
  source.username = user
  source.password = 'a-word'
  return {
    sql: (text: string) => sql(url, text.replaceAll('shop', user)),
    say: () => about(postgresStore(source.href)),
  }
}

const grants = `GRANT USAGE ON SCHEMA ${schema} TO shop; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO shop;
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO shop;`

test('a schema that is missing or older, and that the user of the store may not make or change, is an error', async () => {
  const remedy = expect.stringContaining('As the owner of its tables, run')
  const none = await other()
  expect(await none.say()).toMatchObject([{ level: 'error', remedy }])
  const behind = await other(minor - 1)
  await behind.sql(grants)
  expect(await behind.say()).toMatchObject([{ level: 'error', remedy }])
})

test.each([
  ['a table', `${grants} REVOKE DELETE ON ${schema}.active FROM shop`],
  ['a sequence', `${grants} REVOKE ALL ON ${schema}.fence_seq FROM shop`],
  ['the schema', ''],
])('a right to %s that is missing is an error with the lines that give it, as the start has it', async (_, text) => {
  const { say, sql } = await other(minor)
  await sql(text)
  const [found] = await say()
  expect(found).toMatchObject({ level: 'error', remedy: 'Do what it says.' })
  const { says = '' } = found ?? {}
  await sql(says.slice(says.indexOf('GRANT'), says.lastIndexOf(';')))
  expect(await say()).toMatchObject([{ level: 'fine' }])
})

test('a schema of another major version is an error that says what to do', async () => {
  const { url, say } = await database(minor - 1)
  await sql(url, `UPDATE ${schema}.version SET major = ${major + 1}`)
  expect(await say()).toMatchObject([{ level: 'error', remedy: 'Do what it says.' }])
})

test.each([
  ['', inboxSchema.length],
  ['-turns', undefined],
])('older files of SQLite are fine too: merchant.db%s', async (suffix, steps) => {
  const { file, opened } = await keptStore()
  await opened.close()
  const connection = new DatabaseSync(`${file}${suffix}`)
  onTestFinished(() => connection.close())
  const now = Number(connection.prepare('PRAGMA user_version').get()?.user_version)
  if (steps !== undefined) expect(now).toBe(steps)
  connection.exec(`PRAGMA user_version = ${now - 1}`)
  expect(await about(storeOn(startHere, file, {}))).toEqual([
    { level: 'fine', says: `sqlite, with a schema at ${now - 1}: the start takes it to ${now}`, remedy: null },
  ])
})
