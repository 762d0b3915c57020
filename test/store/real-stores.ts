import type { Store } from '../../src/store/store.ts'
import { newPostgres } from './new-postgres.ts'
import { newSqlite } from './new-sqlite.ts'

/** The stores that keep what they accept. Each is new and empty; what is given opens it, again for each process that would. */
export const realStores: readonly (readonly [name: string, make: () => () => Store])[] = [
  ['SQLite', newSqlite],
  ['PostgreSQL', newPostgres],
]
