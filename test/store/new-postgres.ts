import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type PostgresStore, postgresStore } from '../../src/store/postgres/index.ts'
import { newDatabase } from '../postgres-shared.ts'

const tables = [
  'entries',
  'active',
  'identities',
  'instances',
  'instance_names',
  'sessions',
  'turns',
  'effects',
  'resumables',
  'trail',
  'stops',
]
const pool = new pg.Pool({
  connectionString: await newDatabase(inject('postgresPort')),
  max: 20,
  allowExitOnIdle: true,
})
pool.on('error', () => undefined)
const free: string[] = []
let made = 0

/**
 * Empty tables on the run's PostgreSQL, and what opens them: again for each process that would. Connections and tables are kept
 * for the next test, since making them costs more than most tests. `test/store/postgres` has those that make them.
 *
 * @example
 * const open = newPostgres()
 * const app = await appWith({ store: open(), payment })
 */
export function newPostgres(): () => PostgresStore {
  const schema = free.pop() ?? `kept_${++made}`
  onTestFinished(() => empty(schema))
  return () => postgresStore(pool, { schema })
}

/** For the next test. Tables that no store has made are left alone. */
async function empty(schema: string): Promise<void> {
  const statements = tables.map((table) => `DELETE FROM ${schema}.${table}`)
  await pool.query(statements.join(';')).then(
    () => free.push(schema),
    () => undefined,
  )
}
