import { randomUUID } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { FMW_STORE_POOLER } from '../../errors.ts'
import { rowsOf, textAt } from '../statement.ts'
import { connect } from './pg-client.ts'
import { within } from './within.ts'

/**
 * Sees to it that a connection is one session of the server's. A pooler in transaction mode gives each transaction whatever
 * connection is free: it boots, and then nothing that is prepared, listened to or set is where it was left.
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
  try {
    await within('the server', other.query('BEGIN'))
    const shared = (await processOf(other)) === own
    await within('the server', other.query('COMMIT'))
    if (shared || !(await hears(client, other))) throw new FMW_STORE_POOLER(name)
  } finally {
    other.release()
  }
}

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
