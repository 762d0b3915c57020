import { resolve } from 'node:path'
import { checkOptionNames, missingSource } from '../check-options.ts'
import { FMW_STORE_ARGUMENT } from '../errors.ts'

/**
 * How a SQLite store is set up. Everything has a default.
 *
 * @example
 * const options: SqliteOptions = { timeout: 2_000, lockWait: 60_000 }
 * await app.register(merchantWebhooks, { verify, store: sqliteStore('merchant.db', options), payment })
 */
export interface SqliteOptions {
  /** ms that an operation may wait for the disk before it is refused (5,000). */
  readonly timeout?: number
  /** ms to wait while another process has the store open (30,000): a rolling deploy. */
  readonly lockWait?: number
  /** Operations that may wait for the disk; what comes beyond is refused at once (10,000). */
  readonly maxWaiting?: number
  /** Bytes in them (32 MiB). */
  readonly maxWaitingBytes?: number
}

/** Options with their defaults. */
export interface SqliteSettings extends Required<SqliteOptions> {
  /** The inbox's file, from the root. */
  readonly file: string
}

/**
 * Reads the options once.
 *
 * @throws FMW_STORE_ARGUMENT
 */
export function readOptions(file: string, options: SqliteOptions): SqliteSettings {
  const missing = missingSource(file, "give sqliteStore the path of a file, such as 'merchant.db'")
  if (missing !== undefined) throw new FMW_STORE_ARGUMENT('a file', missing)
  if (file === ':memory:' || file.startsWith('file:')) {
    throw new FMW_STORE_ARGUMENT(`the file ${JSON.stringify(file)}`, `is not the path of a file: ${mendOf(file)}`)
  }
  checkOptionNames(options, Object.keys(defaults))
  const settings = { ...defaults, ...given(options) }
  for (const [name, value] of Object.entries(settings)) checkNumber(name, value)
  return { ...settings, file: resolve(file) }
}

/** What others of SQLite take beside a path. */
function mendOf(file: string): string {
  return file === ':memory:' ? 'to keep nothing, take memoryStore()' : "give the path itself, such as 'merchant.db'"
}

const defaults: Required<SqliteOptions> = {
  timeout: 5_000,
  lockWait: 30_000,
  maxWaiting: 10_000,
  maxWaitingBytes: 32 * 1_024 * 1_024,
}

/** Undefined is as good as not given. */
function given(options: SqliteOptions): Partial<SqliteOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function checkNumber(name: string, value: unknown): void {
  const least = name === 'lockWait' ? 0 : 1
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= longestTimer) return
  throw new FMW_STORE_ARGUMENT(`${name}: ${String(value)}`, `is not a whole number from ${least} to ${longestTimer}`)
}

// A timer's time is kept in 31 bits.
const longestTimer = 2_147_483_647
