import { createError } from '@fastify/error'

/**
 * The store cannot do what was asked now. Nothing is acknowledged meanwhile, and it recovers by itself.
 * `why` names what stands in the way, for logs.
 */
export const FMW_STORE_UNAVAILABLE = createError('FMW_STORE_UNAVAILABLE', 'The store %s cannot be used now: %s', 503)

/** Another process works on the files, and did not let go in time. */
export const FMW_STORE_OWNED = createError(
  'FMW_STORE_OWNED',
  'The store %s belongs to another process (%s) and did not become free in %d ms: stop that one, or give each process files of its own, or use postgresStore for several processes',
  500,
)

/** The store was written by a newer version of this package, or its schema is not there and may not be made. */
export const FMW_STORE_SCHEMA = createError('FMW_STORE_SCHEMA', 'The schema of the store %s does not fit: %s', 500)

/** Between the store and its server stands a pooler that gives each transaction another connection. */
export const FMW_STORE_POOLER = createError(
  'FMW_STORE_POOLER',
  'The store %s is reached through a pooler that shares its connections between clients, as PgBouncer with pool_mode = transaction or statement: LISTEN, prepared statements and locks need a session of their own. Give the store the address of the server itself, or of a pool with pool_mode = session',
  500,
)

/** Something is wrong with an argument of a store's function. */
export const FMW_STORE_ARGUMENT = createError('FMW_STORE_ARGUMENT', 'The store was given %s that %s', 500)

/** The entry was taken over by another process, so the transaction was rolled back: nothing of it happened. */
export const FMW_ATTEMPT_LOST = createError(
  'FMW_ATTEMPT_LOST',
  'The entry %s is not of this attempt any more: another process, or another transaction, has taken or ended it. This transaction was rolled back, and nothing needs to be done',
  409,
)

/** A sealed value of the store cannot be opened. Nothing of it is lost: with its secret it opens. */
export const FMW_SEALED = createError<[what: string, where: string, why: string]>(
  'FMW_SEALED',
  'The %s of %s is sealed and cannot be opened: %s',
  500,
)
