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

/** An older schema, or none, which the application may bring up to date. For `doctor`: it's no fault before a deploy. */
export interface OldSchema {
  /** Undefined where there is none. */
  readonly found: string | undefined
  readonly needed: string
  /** What brings it up to date, in words; undefined where the start does. */
  readonly remedy: string | undefined
}

/** `FMW_STORE_SCHEMA` that says what would fit. */
export function oldSchema(store: string, why: string, state: OldSchema): Error {
  return Object.assign(new FMW_STORE_SCHEMA(store, why), { [stateOfSchema]: state })
}

/** What an error says of the schema; undefined where it is another one, or an older version of the package has thrown it. */
export function oldSchemaOf(error: unknown): OldSchema | undefined {
  return isOld(error) ? error[stateOfSchema] : undefined
}

function isOld(error: unknown): error is { readonly [stateOfSchema]: OldSchema } {
  return typeof error === 'object' && error !== null && stateOfSchema in error
}

// By a name that another copy of the package knows too: the command may be installed elsewhere than the application.
const stateOfSchema: unique symbol = Symbol.for('fastify-merchant-webhooks.oldSchema')

/** Between the store and its server stands a pooler that gives each transaction another connection. */
export const FMW_STORE_POOLER = createError(
  'FMW_STORE_POOLER',
  'The store %s is reached through a pooler that shares its connections between clients, as PgBouncer with pool_mode = transaction or statement: LISTEN, prepared statements and locks need a session of their own. Give the store the address of the server itself, or of a pool with pool_mode = session',
  500,
)

/** Something is wrong with an argument of a store's function. */
export const FMW_STORE_ARGUMENT = createError('FMW_STORE_ARGUMENT', 'The store was given %s that %s', 500)

/** The entry was taken over by another process, or its attempt has ended, so the transaction was rolled back: nothing of it happened. */
export const FMW_ATTEMPT_LOST = createError(
  'FMW_ATTEMPT_LOST',
  'The entry %s is not of this attempt any more: another process has taken it over, or this attempt has ended. This transaction was rolled back. Nothing needs to be done where another process has it; where your handler had returned, begin the transaction before that, and wait for it',
  409,
)

/** A sealed value of the store cannot be opened. Nothing of it is lost: with its secret it opens. */
export const FMW_SEALED = createError<[what: string, where: string, why: string]>(
  'FMW_SEALED',
  'The %s of %s is sealed and cannot be opened: %s',
  500,
)

/** An effect was begun and nobody knows whether it happened. It is not done again. */
export const FMW_EFFECT_UNKNOWN = createError<[name: string, key: string]>(
  'FMW_EFFECT_UNKNOWN',
  "The effect '%s' with the key %s was begun, and it is not known whether it was done: find out by its key, or give " +
    'once a function recover that does',
)
