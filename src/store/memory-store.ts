import { MemoryEntries, MemoryInbox } from './memory/inbox/memory-inbox.ts'
import { KeptStops, MemoryStops } from './memory/memory-stops.ts'
import { MemoryLines, MemoryTrail } from './memory/memory-trail.ts'
import { MemoryEffects, MemoryTurns } from './memory/memory-turns.ts'
import { type MemoryBounds, type MemoryStoreSettings, readSettings } from './memory/settings.ts'
import type { OpenStore, Store, StoreHealth } from './store.ts'

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

/** What one `memoryStore()` keeps for all who opened it, until the last of them closes it. */
class MemoryRooms {
  readonly #bounds: MemoryBounds
  readonly #entries = new Map<string, MemoryEntries>()
  readonly #effects = new Map<string, MemoryEffects>()
  readonly #lines = new Map<string, MemoryLines>()
  readonly #stops: KeptStops
  #opened = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
    this.#stops = new KeptStops(bounds.clock)
  }

  open(registration: string): OpenStore {
    this.#opened++
    const inbox = new MemoryInbox(this.#entriesOf(registration), this.#entries)
    const turns = new MemoryTurns(this.#effectsOf(registration), this.#bounds.clock)
    const trail = new MemoryTrail(registration, (name) => this.#linesOf(name))
    const stops = new MemoryStops(this.#stops)
    return {
      inbox,
      turns,
      trail,
      stops,
      ready: Promise.resolve(),
      health: () => (turns.isOpen ? healthy : closed),
      close: async () => {
        if (!turns.isOpen) return
        inbox.close()
        turns.release()
        trail.close()
        stops.close()
        this.#opened--
        if (this.#opened > 0) return
        this.#entries.clear()
        this.#effects.clear()
        this.#lines.clear()
        this.#stops.clear()
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

  #linesOf(registration: string): MemoryLines {
    const { trail, clock } = this.#bounds
    const lines = this.#lines.get(registration) ?? new MemoryLines(trail, clock)
    this.#lines.set(registration, lines)
    return lines
  }
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
