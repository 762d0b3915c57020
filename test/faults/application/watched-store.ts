import type { OpenStore, Store } from '../../../src/store/store.ts'
import type { ChosenStore } from './open-store.ts'

/** The same store, which tells what was opened. */
export function watchedStore({ store }: ChosenStore, tell: (opened: OpenStore) => void): Store {
  return {
    name: store.name,
    durability: store.durability,
    open: (user) => {
      const opened = store.open(user)
      tell(opened)
      return opened
    },
  }
}
