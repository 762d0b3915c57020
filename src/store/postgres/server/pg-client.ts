import { Duplex } from 'node:stream'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { FMW_STORE_ARGUMENT } from '../../errors.ts'
import { within } from './within.ts'

/** The package `pg`, which is loaded when it is needed: those who use another store do not install it. */
export async function loadPg(load: () => Promise<typeof import('pg')> = () => import('pg')) {
  try {
    return (await load()).default
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    throw new FMW_STORE_ARGUMENT('a URL', 'needs the package pg, which is not installed: npm install pg')
  }
}

/** A connection of the pool; one that comes too late is given back. @throws ServerFailure */
export function connect(pool: Pick<Pool, 'connect'>): Promise<PoolClient> {
  return within('a free connection', pool.connect(), { late: (client) => client.release() })
}

/**
 * Ends the connection of a client here and now. `client.end()` waits until the other side closes it too, which one that
 * is frozen never does: the socket would keep the process alive.
 */
export function hangUp(client: ClientBase): void {
  const connection: unknown = 'connection' in client ? client.connection : undefined
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return
  if (connection.stream instanceof Duplex) connection.stream.destroy()
}
