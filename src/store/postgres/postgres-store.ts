import type { Pool, PoolClient } from 'pg'
import { silentLog } from '../../log.ts'
import { FMW_STORE_ARGUMENT } from '../errors.ts'
import type { Durability, OpenStore, Store, StoreLook, StoreUser } from '../store.ts'
import { askWith } from './ask.ts'
import { erasePerson } from './erase.ts'
import { checkGrants } from './grants.ts'
import { epochMs } from './inbox/entry-columns.ts'
import { PostgresInboxLook } from './inbox/inbox-look.ts'
import type { Attached, Attempts } from './inbox/transactions.ts'
import { notify, workChannel, workPayload } from './inbox/work-notifier.ts'
import { type PostgresSettings, type PostgresStoreOptions, readOptions } from './options.ts'
import { placeOf } from './place.ts'
import { PostgresStops } from './postgres-stops.ts'
import { PostgresUser } from './postgres-user.ts'
import { ServerFailure, toUnavailable } from './server/failure.ts'
import { Link, OwnError } from './server/link.ts'
import { signalOf } from './server/semaphore.ts'
import { ignore, within } from './server/within.ts'
import { fromColumn, numberAt, textAt } from './statement.ts'
import { PostgresTrailLook } from './trail/postgres-trail.ts'
import { PostgresOpenSessions } from './turns/open-sessions.ts'
import { personIn, phoneKeyIn } from './turns/person.ts'
import { PostgresSessionLook } from './turns/session-look.ts'
import { turnChannel } from './turns/watchers.ts'
import { PostgresValues } from './values.ts'

/**
 * Keeps notifications, turns and sessions in PostgreSQL, for one process or many: each may take any of them. What
 * `store.transaction` does is done exactly once.
 *
 * @example
 * const store: PostgresStore = postgresStore(process.env.DATABASE_URL ?? 'postgres://localhost/shop')
 * const look = await store.look()
 * console.table(await look.inbox.count({ registration: 'default' }))
 * await look.close()
 */
export class PostgresStore implements Store {
  readonly name = 'postgres'
  readonly durability: Durability = 'power'
  /** Server, database and schema, without user and password. */
  readonly place: string
  readonly #settings: PostgresSettings
  readonly #attempts: Attempts = new WeakMap<object, Attached>()
  #link: Link | undefined
  #users = 0

  constructor(source: string | Pool, options: PostgresStoreOptions) {
    this.#settings = readOptions(source, options)
    this.place = placeOf(source, this.#settings.schema)
  }

  open(user: StoreUser): OpenStore {
    const { schema } = this.#settings
    this.#link ??= new Link(this.#settings, user.log, [workChannel(schema), turnChannel(schema)])
    const link = this.#link
    this.#users++
    const onClose = async (): Promise<void> => {
      this.#users--
      if (this.#users > 0) return
      this.#link = undefined
      await link.close()
    }
    return new PostgresUser(link, this.#settings, user, this.#attempts, onClose)
  }

  /** Beside the application: it makes nothing, and waits for the server no longer than for an answer. */
  look(): Promise<StoreLook> {
    return lookAt(this.#settings)
  }

  /**
   * Runs what a handler does in the database in one transaction, and marks the notification as done in the same one:
   * both are committed, or neither. So however often a process is killed, or two work on one notification, it is
   * done once. When another process has taken the notification over, all of it is rolled back; so it is when the
   * attempt's time is over, whatever `work` still does. A handler that returns or fails before it ends has it waited for.
   *
   * @param attempt what the handler was given beside the event
   * @param work gets a connection of the pool on which `BEGIN` was said; it must not be released or kept, nor get COMMIT or
   * ROLLBACK: throw to roll back
   * @returns what `work` gives
   * @throws FMW_ATTEMPT_LOST when another has taken it over
   * @throws FMW_STORE_ARGUMENT when the attempt is not one of this store's, or has committed a transaction already; when it
   * has one open, which is rolled back too; when `work` is no function, or ended its transaction itself
   * @throws FMW_STORE_UNAVAILABLE when the server cannot be used; what `work` throws, after a rollback
   *
   * @example
   * checkout: async (payment, attempt) => {
   *   await store.transaction(attempt, async (tx) => {
   *     const { rows } = await tx.query('SELECT due FROM orders WHERE reference = $1 FOR UPDATE', [payment.reference])
   *     if (!mayDeliver(payment, rows[0]?.due)) return attempt.log.warn({ why: payment.why }, 'not delivered')
   *     await tx.query('UPDATE orders SET paid = true WHERE reference = $1', [payment.reference])
   *   })
   * }
   */
  async transaction<T>(attempt: object, work: (tx: PoolClient) => Promise<T>): Promise<T> {
    const attached = this.#attempts.get(attempt)
    if (attached === undefined) {
      throw new FMW_STORE_ARGUMENT('an attempt', 'is not one of its own: pass on what the handler was given')
    }
    if (typeof work !== 'function') throw new FMW_STORE_ARGUMENT('work', 'is no function: give async (tx) => …')
    try {
      return await attached.transactions.run(attached, work, signalOf(attempt))
    } catch (error) {
      throw toUnavailable(this.name, error)
    }
  }
}

/**
 * Keeps what the service pushes in PostgreSQL: for several processes, or where a database is there anyway. It needs
 * the package `pg`, version 8.13 or newer, and makes its tables in a schema of its own when it starts.
 *
 * @param source `postgres://user:password@host:port/database`, or a `pg.Pool` of the application's own, which is
 * used and never ended
 * @throws FMW_STORE_ARGUMENT when the source or an option cannot be
 *
 * @example
 * import { postgresStore } from 'fastify-merchant-webhooks/postgres'
 *
 * const store = postgresStore(process.env.DATABASE_URL ?? 'postgres://localhost/shop')
 * await app.register(merchantWebhooks, { verify, store, payment })
 */
export function postgresStore(source: string | Pool, options: PostgresStoreOptions = {}): PostgresStore {
  return new PostgresStore(source, options)
}

/**
 * Looks at a store as a tool does: it claims nothing, so it needs no sign of life.
 *
 * @throws FMW_STORE_UNAVAILABLE, FMW_STORE_SCHEMA
 */
async function lookAt(settings: PostgresSettings): Promise<StoreLook> {
  const { name, schema } = settings
  const link = new Link({ ...settings, looks: true }, silentLog, [])
  try {
    await within('the server', link.ready)
  } catch (error) {
    const { why } = link
    await link.close()
    // It is waited for without end there; here it is told what stood in the way.
    const isAway = error instanceof ServerFailure && why !== undefined
    throw toUnavailable(name, isAway ? new ServerFailure({ kind: 'away', why }) : error)
  }
  const ask = askWith(async (text, values) => {
    try {
      return await link.run(text, values)
    } catch (error) {
      throw toUnavailable(name, error)
    }
  })
  return {
    registrations: async () => {
      const rows = await ask(registrationsOf(schema), [])
      return rows.map((row) => fromColumn(textAt(row, 0)))
    },
    served: async () => {
      const rows = await ask(servedIn(schema), [])
      if (rows.some(([name]) => name === null)) return undefined
      return rows.map((row) => fromColumn(textAt(row, 0)))
    },
    // The application looks once a second anyway; this only saves it the wait.
    check: async () => {
      try {
        await link.use((client) =>
          checkGrants(client, name, schema).catch((error: unknown) => Promise.reject(new OwnError(error))),
        )
      } catch (error) {
        throw toUnavailable(name, error)
      }
    },
    tables: async () => {
      const [row = []] = await ask(whichTables(schema), [])
      return textAt(row, 0)
    },
    inbox: new PostgresInboxLook(schema, ask, (registration) => {
      link.run(notify, [workChannel(schema), workPayload(registration)]).catch(ignore)
    }),
    sessions: new PostgresSessionLook(schema, ask),
    trail: new PostgresTrailLook(schema, ask),
    stops: new PostgresStops(schema, ask),
    openSessions: new PostgresOpenSessions(schema, ask),
    person: (query) => personIn(ask, schema, query),
    phoneKey: (registration, session) => phoneKeyIn(ask, schema, registration, session),
    values: new PostgresValues(schema, ask),
    now: async () => {
      const [row = []] = await ask(`SELECT ${epochMs('clock_timestamp()')}`, [])
      return numberAt(row, 0)
    },
    erase: (erasure) => erasePerson(ask, schema, erasure),
    close: () => link.close(),
  }
}

/** Of this server since it was started, by what every user may ask: no two started in one microsecond. */
function whichTables(schema: string): string {
  return `SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), d.oid, to_regnamespace('${schema}')::oid)
    FROM pg_database d WHERE d.datname = current_database()`
}

/** From one name to the next by the index, however many rows each has. */
function registrationsOf(schema: string): string {
  return `WITH RECURSIVE entry AS (
      (SELECT e.registration FROM ${schema}.entries e ORDER BY e.registration LIMIT 1)
      UNION ALL
      SELECT (SELECT e.registration FROM ${schema}.entries e WHERE e.registration > entry.registration
        ORDER BY e.registration LIMIT 1)
      FROM entry WHERE entry.registration IS NOT NULL
    ), session AS (
      (SELECT s.registration FROM ${schema}.sessions s ORDER BY s.registration LIMIT 1)
      UNION ALL
      SELECT (SELECT s.registration FROM ${schema}.sessions s WHERE s.registration > session.registration
        ORDER BY s.registration LIMIT 1)
      FROM session WHERE session.registration IS NOT NULL
    )
    SELECT registration FROM entry WHERE registration IS NOT NULL
    UNION SELECT registration FROM session WHERE registration IS NOT NULL ORDER BY 1`
}

/** By their signs of life: the functions of the schema take an instance for dead after 10 s too. Null is one without a name. */
function servedIn(schema: string): string {
  return `SELECT DISTINCT n.registration FROM ${schema}.instances i LEFT JOIN ${schema}.instance_names n ON n.id = i.id
    WHERE i.seen_at > clock_timestamp() - interval '10 seconds'`
}
