import type { OpenStore, StoreHealth } from '../store.ts'
import { MemoryEntries } from './inbox/memory-entries.ts'
import { MemoryInbox } from './inbox/memory-inbox.ts'
import type { MemoryBounds } from './settings.ts'
import { MemorySessions } from './turns/memory-sessions.ts'
import { MemoryTurns } from './turns/memory-turns.ts'

/** What one `memoryStore()` keeps for all who opened it, until the last of them closes it. */
export class MemoryRooms {
  readonly #bounds: MemoryBounds
  readonly #entries = new Map<string, MemoryEntries>()
  readonly #sessions = new Map<string, MemorySessions>()
  #opened = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
  }

  open(registration: string): OpenStore {
    this.#opened++
    const inbox = new MemoryInbox(this.#entriesOf(registration), this.#entries)
    const turns = new MemoryTurns(this.#sessionsOf(registration), this.#sessions)
    return {
      inbox,
      turns,
      ready: Promise.resolve(),
      health: () => (turns.isOpen ? healthy : closed),
      close: async () => {
        if (!turns.isOpen) return
        inbox.close()
        turns.release()
        this.#opened--
        if (this.#opened > 0) return
        this.#entries.clear()
        this.#sessions.clear()
      },
    }
  }

  #entriesOf(registration: string): MemoryEntries {
    const shelf = this.#entries.get(registration) ?? new MemoryEntries(this.#bounds)
    this.#entries.set(registration, shelf)
    return shelf
  }

  #sessionsOf(registration: string): MemorySessions {
    const shelf = this.#sessions.get(registration) ?? new MemorySessions(this.#bounds)
    this.#sessions.set(registration, shelf)
    return shelf
  }
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
