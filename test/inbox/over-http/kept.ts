import type { Store } from '../../../src/index.ts'
import type { OpenStore } from '../../../src/store/store.ts'
import { keptStore } from '../../store/kept/kept-store.ts'

/** Memory as a store that keeps what it accepts, for as long as the process lives. */
export function keptInMemory(change: (opened: OpenStore) => Partial<OpenStore> = () => ({})): Store {
  const store = keptStore()
  return {
    name: 'kept in memory',
    durability: 'process',
    open: (user) => {
      const { inbox, turns, trail, stops, ready, health, close } = store.open(user)
      const opened: OpenStore = { inbox, turns, trail, stops, ready, health, close }
      return { ...opened, ...change(opened) }
    },
  }
}
