import { statSync } from 'node:fs'
import type { Store, StoreLook } from '../store/store.ts'
import { printable } from '../text/visible.ts'
import { understand } from './look-args.ts'
import { UsageError } from './terminal.ts'

/** Which store is meant, as options name it. */
export interface StorePlace {
  /** A SQLite file, or the address of a PostgreSQL database; MERCHANT_STORE unless it is given. */
  readonly store?: string | undefined
  /** Where the tables of a PostgreSQL store are. */
  readonly schema?: string | undefined
}

/**
 * Looks at the store that is named. What it needs is loaded only then.
 *
 * @throws UsageError where nothing or nothing usable is named; an error where there is no such file, and what the store
 * throws
 */
export async function lookAtStore({ store: named, schema }: StorePlace): Promise<StoreLook> {
  const address = named ?? process.env.MERCHANT_STORE ?? ''
  if (address === '') {
    throw new UsageError('Name the store: --store merchant.db, --store postgres://…, or MERCHANT_STORE.')
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address) ?? []
  return lookInto(scheme === undefined ? await openFile(address) : await openDatabase(address, scheme, schema))
}

/** @throws an error for a store that lives in its process */
export async function lookInto(store: Store): Promise<StoreLook> {
  if (store.look === undefined) throw new Error(`The store ${store.name} cannot be looked at from outside.`)
  return store.look()
}

/** The address may hold a password: it is never shown. */
async function openDatabase(address: string, scheme: string, schema: string | undefined): Promise<Store> {
  if (!/^postgres(?:ql)?$/.test(scheme)) {
    throw new UsageError(`The store is a SQLite file or postgres://…, not ${scheme}://….`)
  }
  const { postgresStore } = await import('../store/postgres/index.ts')
  return understand(() => postgresStore(address, schema === undefined ? {} : { schema }))
}

async function openFile(file: string): Promise<Store> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file ${printable(file)}.`)
  if (!found.isFile()) throw new Error(`${printable(file)} is no file.`)
  const { sqliteStore } = await import('../store/sqlite/index.ts')
  return sqliteStore(file)
}
