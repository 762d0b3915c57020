import type { OpenStore, Store } from '../../../../src/store/store.ts'
import { keptStore } from '../../../store/kept/kept-store.ts'
import { asObject, type FailingStore, failingStore } from '../failing-store.ts'

/** Memory that outlives the applications of a test, as a file or a server outlives processes. */
export function lasting(): Store {
  const store = keptStore()
  store.open({ registration: 'default', log: console })
  return store
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
