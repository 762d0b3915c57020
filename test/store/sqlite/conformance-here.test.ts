import { describe, it } from 'vitest'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { newFile, removeFiles } from './files.ts'
import { startHere } from './threads-here.ts'

const files = new WeakMap<object, string>()

function storeOf(file: string) {
  const store = storeOn(startHere, file, {})
  files.set(store, file)
  return store
}

function again(store: object) {
  return storeOf(files.get(store) ?? '')
}

describe('the SQLite store keeps the contract of stores, its workers in this thread', () => {
  testStore({
    test: it,
    open: () => storeOf(newFile()),
    beside: again,
    reopen: again,
    spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
    dispose: (store) => removeFiles(files.get(store) ?? ''),
  })
})
