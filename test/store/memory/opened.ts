import { onTestFinished } from 'vitest'
import { type MemoryStoreSettings, memoryStore } from '../../../src/store/memory-store.ts'
import type { OpenStore } from '../../../src/store/store.ts'

/** A memory store that is open while a test runs. */
export function openMemory(settings: MemoryStoreSettings = {}): OpenStore {
  const opened = memoryStore(settings).open({ registration: 'default', log: console })
  onTestFinished(() => opened.close())
  return opened
}
