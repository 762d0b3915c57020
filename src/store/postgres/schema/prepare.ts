import type { ClientBase } from 'pg'
import { codeOf } from '../../../text/message-of.ts'
import { FMW_STORE_SCHEMA, oldSchema } from '../../errors.ts'
import { checkGrants, rights, whatHelps, whoAmI } from '../grants.ts'
import type { PostgresSettings } from '../options.ts'
import { forbidden, toServerFailure } from '../server/failure.ts'
import { ignore } from '../server/within.ts'
import { flagAt, numberAt, rowsOf, textAt } from '../statement.ts'
import { lockOf, type SchemaStep, schemaSteps, schemaVersion, stepSql, versionTable } from './postgres-schema.ts'
import { checkSequences } from './sequences.ts'

/**
 * Sees to it that the schema is there and fits: makes and changes it where that is wanted and needed.
 *
 * @throws FMW_STORE_SCHEMA where waiting cannot help
 */
export async function prepareSchema(client: ClientBase, settings: PostgresSettings): Promise<void> {
  try {
    await prepare(client, settings)
  } catch (error) {
    if (!isForbidden(error)) throw error
    const { name, schema } = settings
    const { why } = toServerFailure(error)
    const [user] = await rowsOf(client, whoAmI)
    throw new FMW_STORE_SCHEMA(name, `${why}. ${whatHelps(schema, user)}`)
  }
}

async function prepare(client: ClientBase, settings: PostgresSettings): Promise<void> {
  await reachSchema(client, settings)
  // Who only looks may have fewer rights.
  if (settings.looks !== true) await checkGrants(client, settings.name, settings.schema)
  await checkSequences(client, settings.name, settings.schema)
}

async function reachSchema(client: ClientBase, settings: PostgresSettings): Promise<void> {
  const { name, schema, migrate, looks = false } = settings
  await checkServer(client, name)
  const found = await versionOf(client, schema)
  if (found !== undefined) refuseOther(name, found)
  if (found !== undefined && found.minor >= schemaVersion.minor) return
  if (looks || !migrate) throw unfit(settings, found, migrate && (await mayMigrate(client, schema)))
  try {
    await migrateSchema(client, name, schema)
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw new FMW_STORE_SCHEMA(
      name,
      `the schema ${schema} may not be made or changed by this user: let its owner run what postgresSchema({ schema: ${schema} }) prints`,
    )
  }
}

/** Makes what the start would: the schema, or tables and functions beside those that are there, which it changes. */
async function mayMigrate(client: ClientBase, schema: string): Promise<boolean> {
  const text = `SELECT CASE WHEN to_regnamespace($1) IS NULL THEN has_database_privilege(current_database(), 'CREATE')
    ELSE has_schema_privilege(to_regnamespace($1)::oid, 'CREATE') AND NOT EXISTS (
      SELECT FROM pg_class c WHERE c.relnamespace = to_regnamespace($1) AND c.relname = ANY ($2::text[])
        AND NOT pg_has_role(c.relowner, 'USAGE')
    ) END`
  const [row = []] = await rowsOf(client, { text }, [schema, ['version', ...Object.keys(rights)]])
  return flagAt(row, 0)
}

function unfit({ name, schema, migrate }: PostgresSettings, found: Version | undefined, startDoesIt: boolean): Error {
  const needed = inWords(schemaVersion)
  const at = found && inWords(found)
  if (migrate) {
    const why =
      at === undefined
        ? `the schema ${schema} is not there: start the application once, or give the name of its schema`
        : `the schema ${schema} is at ${at} and this version of the package needs ${needed}: use the command of the version that runs on it, or start this one, which brings it up to date`
    return oldSchema(name, why, { found: at, needed, remedy: startDoesIt ? undefined : ownerRuns(schema) })
  }
  const state = at === undefined ? 'is not there' : `is at ${at}, which is older`
  const run = `run what postgresSchema({ schema: ${schema} }) prints`
  const or = at === undefined ? '' : ', or use the version of the package that runs on it'
  return oldSchema(name, `the schema ${schema} ${state} and may not be made here (migrate: false): ${run}${or}`, {
    found: at,
    needed,
    remedy: ownerRuns(schema),
  })
}

function ownerRuns(schema: string): string {
  return `As the owner of its tables, run what postgresSchema({ schema: ${schema} }) prints, and the GRANT lines after it.`
}

function inWords({ major, minor }: Version): string {
  return `${major}.${minor}`
}

async function migrateSchema(client: ClientBase, name: string, schema: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(lockOf(schema))
    // Another may have made it meanwhile. Asking first lets those do it who may not make schemas, only tables.
    const [there = []] = await rowsOf(client, { text: 'SELECT to_regnamespace($1) IS NOT NULL' }, [schema])
    if (!flagAt(there, 0)) await client.query(`CREATE SCHEMA ${schema}`)
    await client.query(versionTable(schema))
    const found = await versionOf(client, schema)
    if (found !== undefined) refuseOther(name, found)
    for (const step of schemaSteps) {
      if (found === undefined || step.minor > found.minor) await client.query(stepSql(schema, step))
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(ignore)
    throw error
  }
}

async function versionOf(client: ClientBase, schema: string): Promise<Version | undefined> {
  const table = `${schema}.version`
  const [there = []] = await rowsOf(client, { text: 'SELECT to_regclass($1) IS NOT NULL' }, [table])
  if (!flagAt(there, 0)) return undefined
  const text = `SELECT major, minor FROM ${table} ORDER BY major DESC, minor DESC LIMIT 1`
  const [found] = await rowsOf(client, { text })
  return found && { major: numberAt(found, 0), minor: numberAt(found, 1) }
}

function refuseOther(name: string, found: Version): void {
  if (found.major === schemaVersion.major) return
  throw new FMW_STORE_SCHEMA(
    name,
    `it is at version ${found.major}, and this version of the package works with ${schemaVersion.major}: use the version of the package that made it, or a newer one`,
  )
}

/**
 * What every statement relies on: what the server knows, texts of any script, statements that see what was committed before them, and lists
 * in which something may be nothing.
 */
async function checkServer(client: ClientBase, name: string): Promise<void> {
  const text = `SELECT current_setting('server_encoding'), current_setting('default_transaction_isolation'),
    current_setting('server_version_num'), current_setting('array_nulls')`
  const [settings = []] = await rowsOf(client, { text })
  const major = Math.floor(numberAt(settings, 2) / 10_000)
  if (major < oldestMajor) {
    throw new FMW_STORE_SCHEMA(
      name,
      `the server is PostgreSQL ${major}, and ${oldestMajor} or newer is needed: upgrade the server, or give the store another one`,
    )
  }
  const encoding = textAt(settings, 0)
  if (encoding !== 'UTF8') {
    throw new FMW_STORE_SCHEMA(name, `the database's encoding is ${encoding}: make one with ENCODING 'UTF8'`)
  }
  const isolation = textAt(settings, 1)
  if (isolation !== 'read committed') {
    throw new FMW_STORE_SCHEMA(
      name,
      `the pool's connections have default_transaction_isolation = '${isolation}': give the store a URL, or a pool with 'read committed'`,
    )
  }
  if (textAt(settings, 3) !== 'on') {
    throw new FMW_STORE_SCHEMA(
      name,
      "the pool's connections have array_nulls = 'off': give the store a URL, or a pool with 'on'",
    )
  }
}

// The tests of the store run on it, and on all newer ones.
const oldestMajor = 14

function isForbidden(error: unknown): boolean {
  return codeOf(error) === forbidden
}

type Version = Pick<SchemaStep, 'major' | 'minor'>
