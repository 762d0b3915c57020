import { describe, it } from 'vitest'
import { sealStore } from '../../../src/store/sealed/sealed-store.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { keptStore } from '../kept/kept-store.ts'
import { newPostgres } from '../new-postgres.ts'
import { newFile, removeFiles } from '../sqlite/files.ts'
import { startHere } from '../sqlite/threads-here.ts'

const openers = new WeakMap<object, () => Store>()

function storeBy(open: () => Store): Store {
  const store = sealStore(open(), { secrets: ['a secret that seals'], isSealing: true })
  openers.set(store, open)
  return store
}

// What a session left keeps its key: it was sealed for that one. `moved-values.test.ts` has what is said of it.
const test = (name: string, run: () => Promise<void>): void => {
  if (name !== 'resume: two that take the keys of each other at once leave no key with two') it(name, run)
}

/**
 * What is sealed stands in a real store as longer texts and other bytes, and is compared there: what takes, keeps, compares and gives
 * back such values runs on each. The memory store has the whole contract below, by the same code that seals; what hands over nothing
 * sealed, or claims, settles and counts rows alone, each store proves unsealed.
 */
const ofValues =
  /^(?:conflict|end|erasing|late|left|note|overtaken|payload|reopened|rewrite|text|transcript):|^resume: any text|^accept: (?:a known|a new)|^effect: [^:]*(?:outcome|result)|^turn: [^:]*(?:repeat|state|answer)/

const testOfValues = (name: string, run: () => Promise<void>): void => {
  if (ofValues.test(name)) test(name, run)
}

const again = (store: object) => storeBy(openers.get(store) ?? keptStore)

describe('the memory store keeps the contract of stores when it is sealed', () => {
  testStore({ test, open: () => ({ ...storeBy(keptStore), durability: 'none' }), beside: (store) => store })
})

describe('the SQLite store keeps the contract of stores when it is sealed', () => {
  const files = new WeakMap<object, string>()
  testStore({
    test: testOfValues,
    open: () => {
      const file = newFile()
      const store = storeBy(() => storeOn(startHere, file, {}))
      files.set(store, file)
      return store
    },
    beside: again,
    reopen: again,
    spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
    dispose: (store) => removeFiles(files.get(store) ?? ''),
  })
})

describe('the PostgreSQL store keeps the contract of stores when it is sealed', () => {
  testStore({
    test: testOfValues,
    open: () => storeBy(newPostgres()),
    beside: again,
    reopen: again,
    // No column of numbers takes it.
    spoil: (entry) => ({ ...entry, receivedAt: Number.NaN }),
  })
})
