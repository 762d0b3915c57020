import type { Pool, PoolClient } from 'pg'
import { within } from './within.ts'

/** A connection of the pool; one that comes too late is given back. @throws ServerFailure */
export function connect(pool: Pick<Pool, 'connect'>): Promise<PoolClient> {
  return within('a free connection', pool.connect(), { late: (client) => client.release() })
}
