export type { PostgresStoreOptions } from './options.ts'
export { type PostgresStore, postgresStore } from './postgres-store.ts'
export { postgresSchema } from './schema/postgres-schema.ts'
