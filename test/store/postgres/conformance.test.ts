import { it } from 'vitest'
import type { PostgresStore } from '../../../src/store/postgres/index.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { newPostgres } from '../new-postgres.ts'

const openers = new WeakMap<object, () => PostgresStore>()

function storeBy(open: () => PostgresStore): PostgresStore {
  const store = open()
  openers.set(store, open)
  return store
}

const again = (store: object) => storeBy(openers.get(store) ?? newPostgres())

testStore({
  test: it,
  open: () => storeBy(newPostgres()),
  beside: again,
  reopen: again,
  // No column of numbers takes it.
  spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
})
