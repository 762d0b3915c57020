import { steadyTime, systemClock } from '../../../src/clock.ts'
import { type MemoryStoreSettings, memoryStore } from '../../../src/store/memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { KeptSessions } from './kept-sessions.ts'
import { KeptTurns } from './kept-turns.ts'

/**
 * A store for tests, that keeps its contract without a file or a server: what the memory store keeps, and sessions too.
 * It is empty again when the last who opened it has closed.
 */
export function keptStore(settings: MemoryStoreSettings = {}): Store {
  const memory = memoryStore(settings)
  const clock = { now: steadyTime(settings.clock ?? systemClock) }
  const rooms = new Map<string, KeptSessions>()
  let users = 0
  return {
    ...memory,
    durability: 'process',
    open(user) {
      const own = memory.open(user)
      users++
      const sessions = rooms.get(user.registration) ?? new KeptSessions(clock)
      rooms.set(user.registration, sessions)
      const turns = new KeptTurns(sessions, rooms)
      return {
        ...own,
        turns,
        close: async () => {
          if (!turns.isOpen) return
          turns.release()
          users--
          if (users === 0) rooms.clear()
          await own.close()
        },
      }
    },
  }
}
