import { MemoryRooms } from './memory/memory-rooms.ts'
import { type MemoryStoreSettings, readSettings } from './memory/settings.ts'
import type { Store } from './store.ts'

export type { MemoryStoreSettings } from './memory/settings.ts'

/**
 * Keeps everything in this process only, so use it to try things out. A notification is acknowledged after its handler
 * has run. If the handler fails, the service gets a 500, and there is no retry here. What it keeps is bounded, and gone
 * when the last registration that opened it closes.
 *
 * @throws FMW_STORE_ARGUMENT if a bound isn't a whole number from 1
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
