import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { workChannel, workPayload } from '../../src/store/postgres/inbox/work-notifier.ts'
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
const connectionString = await newDatabase(inject('postgresPort'))
// Kept while the other files of a worker are run: to make one anew takes both sides 20 ms of processor.
const settings = { connectionString, idleTimeoutMillis: 60_000, allowExitOnIdle: true }
const pool = new pg.Pool({ ...settings, max: 20 })
const ears = new pg.Pool({ ...settings, max: 100 })
const ignore = (): void => undefined
for (const one of [pool, ears]) one.on('error', ignore).on('connect', (client) => client.on('error', ignore))
const free: string[] = []
const opened = new Set<string>()
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
  return () => {
    opened.add(schema)
    return postgresStore(withOwnEar(), { schema })
  }
}

/**
 * The kept connections, but for the first that is taken: on that one a store listens. The pool would give the one that was used last,
 * which knows all statements and functions of the store, and each test would begin with one that knows none.
 */
function withOwnEar(): pg.Pool {
  let isFirst = true
  const connect = (): Promise<pg.PoolClient> => {
    if (!isFirst) return pool.connect()
    isFirst = false
    return ears.connect().then(kept)
  }
  return Object.assign(Object.create(pool), { connect, on: pool.on.bind(pool), off: pool.off.bind(pool) })
}

/** A connection that its store gives up for good, and that listens to nothing for the next one: a new one takes 6 ms of processor. */
function kept(client: pg.PoolClient): pg.PoolClient {
  const events = ['error', 'end', 'notification']
  const before = new Set(events.flatMap((event) => client.listeners(event)))
  const release = (): void => {
    for (const event of events) {
      for (const listener of client.listeners(event)) {
        if (!before.has(listener)) client.off(event, Object.assign(listener))
      }
    }
    client.query('UNLISTEN *; RESET ALL').then(
      () => client.release(),
      () => client.release(true),
    )
  }
  return new Proxy(client, {
    get(_target, name) {
      if (name === 'release') return release
      // It would be hung up.
      if (name === 'connection') return undefined
      const value: unknown = Reflect.get(client, name)
      return typeof value === 'function' ? value.bind(client) : value
    },
  })
}

/** What waits in the tables of this test is due `ms` earlier: the server's own time can't be skipped. */
export async function dueEarlier(ms: number): Promise<void> {
  for (const schema of opened) {
    await pool.query(`UPDATE ${schema}.active SET due_at = due_at - ${ms} * interval '1 ms'
      WHERE owner IS NULL AND due_at < 'infinity'`)
    await pool.query('SELECT pg_notify($1, $2)', [workChannel(schema), workPayload('default')])
  }
}

/** For the next test. Tables that no store has made are left alone. */
async function empty(schema: string): Promise<void> {
  opened.delete(schema)
  const statements = tables.map((table) => `DELETE FROM ${schema}.${table}`)
  await pool.query(statements.join(';')).then(
    () => free.push(schema),
    () => undefined,
  )
}
