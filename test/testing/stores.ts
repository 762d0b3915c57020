import { onTestFinished } from 'vitest'
import { type MemoryStoreSettings, memoryStore, type Store } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'

/** A store of each sort: one that handles before it acknowledges, and one that acknowledges first. */
export const eachStore: readonly (readonly [name: string, make: () => Store])[] = [
  ['in memory', () => memoryStore()],
  [
    'on SQLite',
    () => {
      const file = newFile()
      onTestFinished(() => removeFiles(file))
      return sqliteStore(file)
    },
  ],
]

/** Memory that acknowledges first, as if it outlived its process. */
export function keptInMemory(options: MemoryStoreSettings = {}): Store {
  return { ...memoryStore(options), durability: 'process' }
}
