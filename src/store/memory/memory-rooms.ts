import type { OpenStore, StoreHealth } from '../store.ts'
import { MemoryEntries } from './inbox/memory-entries.ts'
import { MemoryInbox } from './inbox/memory-inbox.ts'
import { MemoryEffects } from './memory-effects.ts'
import { MemoryTurns } from './memory-turns.ts'
import type { MemoryBounds } from './settings.ts'

/** What one `memoryStore()` keeps for all who opened it, until the last of them closes it. */
export class MemoryRooms {
  readonly #bounds: MemoryBounds
  readonly #entries = new Map<string, MemoryEntries>()
  readonly #effects = new Map<string, MemoryEffects>()
  #opened = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
  }

  open(registration: string): OpenStore {
    this.#opened++
    const inbox = new MemoryInbox(this.#entriesOf(registration), this.#entries)
    const turns = new MemoryTurns(this.#effectsOf(registration), this.#bounds.clock)
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
        this.#effects.clear()
      },
    }
  }

  #entriesOf(registration: string): MemoryEntries {
    const shelf = this.#entries.get(registration) ?? new MemoryEntries(this.#bounds)
    this.#entries.set(registration, shelf)
    return shelf
  }

  #effectsOf(registration: string): MemoryEffects {
    const { effects, effectBytes } = this.#bounds
    const kept = this.#effects.get(registration) ?? new MemoryEffects(effects, effectBytes)
    this.#effects.set(registration, kept)
    return kept
  }
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
