import type { Attempt } from '../../../src/inbox/attempt.ts'
import type { Store } from '../../../src/store/store.ts'
import { keptStore } from '../../store/kept/kept-store.ts'
import type { StoreAddress } from '../harness/store-address.ts'

/** A transaction of the merchant's own, as far as the handlers here use it. */
export interface Transaction {
  query(text: string, values: unknown[]): Promise<unknown>
}

export interface ChosenStore {
  readonly store: Store
  /** Where the store has transactions. */
  readonly transaction?: (attempt: Attempt, work: (tx: Transaction) => Promise<void>) => Promise<void>
}

/** The store of an address. Modules are loaded only where they are needed: starting a process is most of a kill's time. */
export async function openStore(address: StoreAddress): Promise<ChosenStore> {
  if (address.type === 'sqlite') {
    const { sqliteStore } = await import('../../../src/store/sqlite/index.ts')
    return { store: sqliteStore(address.file) }
  }
  if (address.type === 'postgres') {
    const { postgresStore } = await import('../../../src/store/postgres/index.ts')
    const store = postgresStore(address.url, { connections: address.connections })
    return { store, transaction: (attempt, work) => store.transaction(attempt, work) }
  }
  return { store: Object.freeze({ ...keptStore(), durability: 'power' } satisfies Store) }
}
