import type { Store } from '../../../src/store/store.ts'
import { testStore } from '../../../src/testing/store-suite/test-store.ts'
import { unkept } from './kept-memory-store.ts'

/** The suite's tests for a store, to be run one by one. */
export function declaredTests(open: () => Store): ReadonlyMap<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>()
  testStore({
    test: (name, run) => tests.set(name, run),
    open,
    beside: (store) => store,
    reopen: (store) => store,
    spoil: (entry) => ({ ...entry, reference: unkept }),
    // Broken stores are waited for in vain.
    patience: 2_000,
  })
  return tests
}
