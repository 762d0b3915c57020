import { describe, it } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { newFile, removeFiles } from './files.ts'

const files = new WeakMap<object, string>()

function storeOf(file: string) {
  const store = sqliteStore(file)
  files.set(store, file)
  return store
}

function again(store: object) {
  return storeOf(files.get(store) ?? '')
}

// Each opening starts three threads. `conformance-here.test.ts` has the whole contract, by the same code on real files; what
// threads may change of it is here. Of what is there after a restart that is what was under way when they ended, and a row of each file.
const byThreads =
  /^(?:beside|close|health|payload|work is told)\b|^reopened: (?:a session goes on|every entry|what ran|what was begun)\b/

describe('the SQLite store keeps the contract of stores', () => {
  testStore({
    test: (name, run) => {
      if (byThreads.test(name)) it(name, run)
    },
    open: () => storeOf(newFile()),
    // One process owns the files, and several of its parts may open them.
    beside: again,
    reopen: again,
    spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
    dispose: (store) => removeFiles(files.get(store) ?? ''),
  })
})
