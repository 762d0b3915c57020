import { statSync } from 'node:fs'
import type { Store, StoreLook } from '../store/store.ts'
import { UsageError } from './terminal.ts'

/**
 * Looks at the store that an option or MERCHANT_STORE names: a SQLite file, or the address of a PostgreSQL database.
 * What a store needs is loaded only when it is named.
 *
 * @throws UsageError where nothing or nothing usable is named; what the store throws
 */
export async function lookAtStore(named: string | undefined): Promise<StoreLook> {
  const address = named ?? process.env.MERCHANT_STORE ?? ''
  if (address === '') {
    throw new UsageError('Name the store: --store merchant.db, --store postgres://…, or MERCHANT_STORE.')
  }
  const store = await openStore(address)
  if (store.look === undefined) throw new UsageError(`The store ${store.name} cannot be looked at from outside.`)
  return store.look()
}

async function openStore(address: string): Promise<Store> {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address) ?? []
  if (scheme === undefined) return openFile(address)
  // The address may hold a password: it is never shown.
  if (!/^postgres(?:ql)?$/i.test(scheme)) {
    throw new UsageError(`The store is a SQLite file or postgres://…, not ${scheme}://….`)
  }
  if (!URL.canParse(address)) throw new UsageError('The address of the store is none: postgres://user@host/database.')
  const { postgresStore } = await import('../store/postgres/index.ts')
  return postgresStore(address)
}

async function openFile(file: string): Promise<Store> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`There is no file ${file}.`)
  if (!found.isFile()) throw new UsageError(`${file} is no file.`)
  const { sqliteStore } = await import('../store/sqlite/index.ts')
  return sqliteStore(file)
}
