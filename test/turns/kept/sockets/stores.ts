import { memoryStore } from '../../../../src/store/memory-store.ts'
import type { Durability, OpenStore, Store } from '../../../../src/store/store.ts'
import { asObject, type FailingStore, failingStore } from '../failing-store.ts'

/** Memory that outlives the applications of a test, as a file or a server outlives processes. */
export function lasting(): Store {
  const store = memoryStore()
  store.open({ registration: 'default', log: console })
  return { ...store, durability: 'process' satisfies Durability }
}

/** A store whose half for turns fails when a test says so. */
export function failing(): { readonly store: Store; readonly faults: FailingStore } {
  const faults = failingStore()
  const store = lasting()
  return {
    faults,
    store: {
      ...store,
      open(user): OpenStore {
        const opened = store.open(user)
        return { ...opened, turns: faults.through(asObject(opened.turns)) }
      },
    },
  }
}
