import { describe, expect, it } from 'vitest'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { declaredTests } from './declared-tests.ts'
import { keptMemoryStore, unkept } from './kept-memory-store.ts'

const disposed: unknown[] = []
const opened: unknown[] = []

describe('the suite, with everything that a store may offer', () => {
  testStore({
    test: it,
    open: () => {
      const store = keptMemoryStore()
      opened.push(store)
      return store
    },
    beside: (store) => store,
    reopen: (store) => store,
    spoil: (entry) => ({ ...entry, reference: unkept }),
    dispose: (store) => {
      disposed.push(store)
    },
  })

  it('disposes of each store that it opened, after its test', () => {
    expect(disposed).toEqual(opened)
    expect(new Set(opened).size).toBe(declaredTests(keptMemoryStore).size)
  })
})
