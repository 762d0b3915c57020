import { inject, it } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { newDatabase } from '../../postgres-shared.ts'

const url = await newDatabase(inject('postgresPort'))
let stores = 0
const schemas = new WeakMap<object, string>()

function storeIn(schema: string) {
  const store = postgresStore(url, { schema, connections: 4 })
  schemas.set(store, schema)
  return store
}

const beside = (store: object) => storeIn(schemas.get(store) ?? '')

testStore({
  test: it,
  open: () => storeIn(`store_${++stores}`),
  beside,
  reopen: beside,
  // No column of numbers takes it.
  spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
})
