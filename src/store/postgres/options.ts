import type { Pool } from 'pg'
import { ownOptions } from '../../own-options.ts'
import { missingVariable } from '../../text/missing-variable.ts'
import { checkOptionNames, missingSource } from '../check-options.ts'
import { FMW_STORE_ARGUMENT } from '../errors.ts'

/**
 * Settings of `postgresStore`.
 *
 * @example
 * const options: PostgresStoreOptions = { schema: 'webhooks', migrate: false }
 * const store = postgresStore(process.env.DATABASE_URL ?? '', options)
 */
export interface PostgresStoreOptions {
  /** Where its tables are: letters, digits and `_`, at most 40. Default `merchant`. */
  readonly schema?: string
  /** Makes and changes its schema at the start. Default true; with false it must be there (`postgresSchema`). */
  readonly migrate?: boolean
  /** Connections of its own, when it is given a URL. At least 4: one listens, and pushes, turns and transactions need one each. Default 10. */
  readonly connections?: number
}

/** Options with their defaults. */
export interface PostgresSettings {
  /** In errors and the boot table. */
  readonly name: string
  readonly source: string | Pool
  /** Quoted, as statements need it: it may be a word of SQL. */
  readonly schema: string
  readonly migrate: boolean
  readonly connections: number
  /** It makes and changes nothing, whatever `migrate` says: the start of the application does. */
  readonly looks?: boolean
}

/** @throws FMW_STORE_ARGUMENT */
export function readOptions(source: string | Pool, given: PostgresStoreOptions): PostgresSettings {
  checkOptionNames(given, ['schema', 'migrate', 'connections'])
  const options = ownOptions(given)
  const { migrate = true, connections = 10 } = options
  const schema = readSchemaName(options.schema)
  if (typeof migrate !== 'boolean') throw new FMW_STORE_ARGUMENT('an option migrate', 'is neither true nor false')
  if (!Number.isInteger(connections) || connections < fewestConnections) {
    throw new FMW_STORE_ARGUMENT('an option connections', `is no whole number from ${fewestConnections} on`)
  }
  checkSource(source)
  return { name: 'postgres', source, schema, migrate, connections }
}

/** @returns the name in quotes. @throws FMW_STORE_ARGUMENT */
export function readSchemaName(schema = 'merchant'): string {
  const missing = missingVariable(String(schema))
  if (missing !== undefined)
    throw new FMW_STORE_ARGUMENT('an option schema', `has '${missing}' in it: see that the variable is set`)
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) return `"${schema}"`
  throw new FMW_STORE_ARGUMENT(
    'an option schema',
    'is no name of small letters, digits and _, 40 characters at most, that starts with no digit',
  )
}

const fewestConnections = 4

/** The address holds a password, so no message ever shows it, nor any error that quotes it. */
function checkSource(source: string | Pool): void {
  if (typeof source === 'object' && source !== null) {
    checkPool(source)
    return
  }
  const missing = missingSource(source, 'give postgresStore postgres://user:password@host:port/database, or a pg.Pool')
  if (missing !== undefined) throw new FMW_STORE_ARGUMENT('a source', missing)
  if (isAddress(source)) return
  throw new FMW_STORE_ARGUMENT('a URL', 'cannot be read as postgres://user:password@host:port/database')
}

function checkPool(source: Pool): void {
  const { connect, options } = source
  if (typeof connect !== 'function' || typeof options !== 'object') {
    throw new FMW_STORE_ARGUMENT('a source', 'is neither a URL nor a pg.Pool')
  }
  if (options.max < fewestConnections) {
    throw new FMW_STORE_ARGUMENT(
      'a pool',
      `has fewer than ${fewestConnections} connections: one listens, and pushes, turns and transactions need one each`,
    )
  }
}

function isAddress(source: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(source) && URL.canParse(source)
}
