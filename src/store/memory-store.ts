import { MemoryRooms } from './memory/memory-rooms.ts'
import { type MemoryStoreSettings, readSettings } from './memory/settings.ts'
import type { Store } from './store.ts'

export type { MemoryStoreSettings } from './memory/settings.ts'

/**
 * Keeps everything in this process, and nothing beyond it: a notification is acknowledged only after its handler has
 * run, and a handler that fails is answered with 500, so that whoever retries is the service. What it keeps is bounded,
 * and gone when the last registration that opened it closes.
 *
 * @throws FMW_STORE_ARGUMENT for a bound that is no whole number from 1
 *
 * @example
 * await app.register(merchantWebhooks, { verify, store: memoryStore(), payment })
 */
export function memoryStore(settings: MemoryStoreSettings = {}): Store {
  const rooms = new MemoryRooms(readSettings(settings))
  return Object.freeze({
    name: 'memory',
    durability: 'none',
    open: ({ registration }) => rooms.open(registration),
  } satisfies Store)
}
