import type { OpenStore, StoreHealth } from '../store.ts'
import { EntryShelf } from './entry-shelf.ts'
import { MemoryInbox } from './memory-inbox.ts'
import { MemoryTurns } from './memory-turns.ts'
import { SessionShelf } from './session-shelf.ts'
import type { MemoryBounds } from './settings.ts'

/** What one `memoryStore()` keeps for all who opened it, until the last of them closes it. */
export class MemoryRooms {
  readonly #bounds: MemoryBounds
  readonly #entries = new Map<string, EntryShelf>()
  readonly #sessions = new Map<string, SessionShelf>()
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

  #entriesOf(registration: string): EntryShelf {
    const shelf = this.#entries.get(registration) ?? new EntryShelf(this.#bounds)
    this.#entries.set(registration, shelf)
    return shelf
  }

  #sessionsOf(registration: string): SessionShelf {
    const shelf = this.#sessions.get(registration) ?? new SessionShelf(this.#bounds)
    this.#sessions.set(registration, shelf)
    return shelf
  }
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
