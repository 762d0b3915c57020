import { MemoryEntries, MemoryInbox } from './memory/inbox/memory-inbox.ts'
import { type KeptStops, MemoryStops } from './memory/memory-stops.ts'
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
  readonly #stops: KeptStops = new Map()
  #opened = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
  }

  open(registration: string): OpenStore {
    this.#opened++
    const inbox = new MemoryInbox(this.#entriesOf(registration), this.#entries)
    return {
      inbox,
      turns: new MemoryTurns(this.#effectsOf(registration), this.#bounds.clock, inbox),
      trail: new MemoryTrail(registration, (name) => this.#linesOf(name), inbox),
      stops: new MemoryStops(this.#stops, this.#bounds.clock, inbox),
      ready: Promise.resolve(),
      health: () => (inbox.isOpen ? healthy : closed),
      close: async () => {
        if (!inbox.isOpen) return
        inbox.close()
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
    return kept(this.#entries, registration, () => new MemoryEntries(this.#bounds))
  }

  #effectsOf(registration: string): MemoryEffects {
    const { effects, effectBytes } = this.#bounds
    return kept(this.#effects, registration, () => new MemoryEffects(effects, effectBytes))
  }

  #linesOf(registration: string): MemoryLines {
    const { trail, clock } = this.#bounds
    return kept(this.#lines, registration, () => new MemoryLines(trail, clock))
  }
}

function kept<Kept>(all: Map<string, Kept>, registration: string, make: () => Kept): Kept {
  const one = all.get(registration) ?? make()
  all.set(registration, one)
  return one
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
