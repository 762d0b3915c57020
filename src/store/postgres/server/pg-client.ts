import { randomUUID } from 'node:crypto'
import { Duplex } from 'node:stream'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { codeOf } from '../../../text/message-of.ts'
import { FMW_STORE_ARGUMENT, FMW_STORE_POOLER } from '../../errors.ts'
import { rowsOf, textAt } from '../statement.ts'
import { readOnly, toServerFailure } from './failure.ts'
import { ignore, within } from './within.ts'

/** The package `pg`, which is loaded when it is needed: those who use another store do not install it. */
export async function loadPg(load: () => Promise<typeof import('pg')> = () => import('pg')) {
  try {
    return (await load()).default
  } catch (error) {
    const isMissing = codeOf(error) === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    throw new FMW_STORE_ARGUMENT('a URL', 'needs the package pg, which is not installed: npm install pg')
  }
}

/** A connection of the pool; one that comes too late is given back. @throws ServerFailure */
export async function connect(pool: Pick<Pool, 'connect'>, since?: number): Promise<PoolClient> {
  const client = await within('a free connection', pool.connect(), { since, late: (late) => late.release() })
  outlive(client)
  return client
}

/** Gives a connection back to the pool, or ends it where it is not to be used again. */
export function letGo(client: PoolClient, isBroken: boolean): void {
  client.release(isBroken)
  if (isBroken) hangUp(client)
}

/** Asks the server for an answer, whatever it is. @throws ServerFailure */
export async function askForOne(pool: Pick<Pool, 'connect'>): Promise<void> {
  const client = await connect(pool)
  let isWell = false
  try {
    await within('the server', client.query('SELECT 1'))
    isWell = true
  } finally {
    letGo(client, !isWell)
  }
}

/** A server that takes nothing is known at once, not when the first push is refused. @throws ServerFailure */
export async function checkWritable(client: ClientBase): Promise<void> {
  const [row = []] = await within('the server', rowsOf(client, { text: 'SHOW transaction_read_only' }))
  if (textAt(row, 0) === 'on') throw toServerFailure(Object.assign(new Error('read-only'), { code: readOnly }))
}

/**
 * A connection that breaks while it is handed out tells whoever listens, and ends the process where nobody does. Whoever uses it
 * learns from their statement that it is gone.
 */
export function outlive(client: ClientBase): void {
  if (outlived.has(client)) return
  outlived.add(client)
  client.on('error', ignore)
}

const outlived = new WeakSet<ClientBase>()

/**
 * Ends the connection of a client here and now. `client.end()` waits until the other side closes it too, which one that
 * is frozen never does: the socket would keep the process alive.
 */
export function hangUp(client: ClientBase): void {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return
  if (connection.stream instanceof Duplex) connection.stream.destroy()
}

/**
 * Sees to it that a connection is one session of the server's. A pooler in transaction mode gives each transaction whatever
 * connection is free: it boots, and then nothing that is prepared, listened to or set is where it was left. One in statement
 * mode does so for each statement, and refuses transactions.
 *
 * A client that talks to the server itself knows the number of its process there, and nothing more is asked. Behind a
 * pooler two clients may not share a process, and the one that listens must hear what the other notifies.
 *
 * @throws FMW_STORE_POOLER
 */
export async function checkPooler(client: ClientBase, pool: Pick<Pool, 'connect'>, name: string): Promise<void> {
  const own = await processOf(client)
  if ('processID' in client && String(client.processID) === own) return
  const other = await connect(pool)
  let isWell = false
  try {
    await within('the server', other.query('BEGIN'))
    const shared = (await processOf(other)) === own
    await within('the server', other.query('COMMIT'))
    if (shared || !(await hears(client, other))) throw new FMW_STORE_POOLER(name)
    isWell = true
  } catch (error) {
    throw codeOf(error) === protocolViolation ? new FMW_STORE_POOLER(name) : error
  } finally {
    other.release(!isWell)
  }
}

// With it PgBouncer refuses what its mode cannot do; PostgreSQL never refuses to begin a transaction so.
const protocolViolation = '08P01'

async function processOf(client: ClientBase): Promise<string> {
  const [row = []] = await within('the server', rowsOf(client, { text: 'SELECT pg_backend_pid()' }))
  return textAt(row, 0)
}

/** Whether one is told what the other notifies. */
async function hears(client: ClientBase, other: ClientBase): Promise<boolean> {
  const channel = client.escapeIdentifier(`fmw_${randomUUID()}`)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const hear = (): void => resolve(true)
  const timer = setTimeout(() => resolve(false), patience)
  client.on('notification', hear)
  try {
    await within('the server', client.query(`LISTEN ${channel}`))
    await within('the server', other.query(`NOTIFY ${channel}`))
    // What is notified comes with the next answer at the latest.
    await within('the server', client.query(`SELECT 1`))
    return await promise
  } finally {
    clearTimeout(timer)
    client.off('notification', hear)
    await within('the server', client.query(`UNLISTEN ${channel}`))
  }
}

// ms
const patience = 2_000
