import { memoryStore, type Store } from '../../src/index.ts'
import type { StoredEntry } from '../../src/store/entry.ts'
import type { MemoryStoreSettings } from '../../src/store/memory/settings.ts'
import { keptStore } from '../store/kept/kept-store.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { skippedTime } from '../store/skipped-time.ts'

/** A store of each sort: one that handles before it acknowledges, and one that acknowledges first. */
export const eachStore: readonly (readonly [name: string, make: () => Store])[] = [
  ['in memory', () => memoryStore()],
  ['on SQLite', () => newSqlite()()],
]

/** Memory that acknowledges first, as if it outlived its process. */
export function keptInMemory(options: MemoryStoreSettings = {}): Store {
  return keptStore({ clock: skippedTime, ...options })
}

/** The same store, with something between the application and the entries that it reads one by one. */
export function readThrough(
  store: Store,
  get: (id: string, read: () => Promise<StoredEntry | undefined>) => Promise<StoredEntry | undefined>,
): Store {
  return {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      const { inbox } = opened
      const read = inbox.get.bind(inbox)
      inbox.get = (registration, id) => get(id, () => read(registration, id))
      return opened
    },
  }
}
