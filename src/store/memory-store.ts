import { MemoryEntries, MemoryInbox } from './memory/inbox/memory-inbox.ts'
import { type KeptStops, memoryStops } from './memory/memory-stops.ts'
import { MemoryLines, memoryTrail } from './memory/memory-trail.ts'
import { MemoryEffects, memoryTurns } from './memory/memory-turns.ts'
import { type MemoryStoreSettings, readSettings } from './memory/settings.ts'
import type { OpenStore, Store, StoreHealth, StoreUser } from './store.ts'

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
  const bounds = readSettings(settings)
  const { clock, trail, effects, effectBytes } = bounds
  // By registration, for all who opened it, until the last of them closes it.
  const entriesOf = new Map<string, MemoryEntries>()
  const effectsOf = new Map<string, MemoryEffects>()
  const linesOf = new Map<string, MemoryLines>()
  const stopsOf: KeptStops = new Map()
  const all = [entriesOf, effectsOf, linesOf, stopsOf]
  let opened = 0
  const open = ({ registration }: StoreUser): OpenStore => {
    opened++
    const entries = kept(entriesOf, registration, () => new MemoryEntries(bounds))
    const own = kept(effectsOf, registration, () => new MemoryEffects(effects, effectBytes))
    const inbox = new MemoryInbox(entries, entriesOf)
    return {
      inbox,
      turns: memoryTurns(own, clock, inbox),
      trail: memoryTrail(registration, (name) => kept(linesOf, name, () => new MemoryLines(trail, clock)), inbox),
      stops: memoryStops(stopsOf, clock, inbox),
      ready: Promise.resolve(),
      health: () => (inbox.isOpen ? healthy : closed),
      close: async () => {
        if (!inbox.isOpen) return
        inbox.close()
        opened--
        if (opened === 0) for (const each of all) each.clear()
      },
    }
  }
  return Object.freeze({ name: 'memory', durability: 'none', open } satisfies Store)
}

function kept<Kept>(all: Map<string, Kept>, registration: string, make: () => Kept): Kept {
  const one = all.get(registration) ?? make()
  all.set(registration, one)
  return one
}

const healthy: StoreHealth = Object.freeze({ ok: true, waiting: 0, commits: 0 })
const closed: StoreHealth = Object.freeze({ ok: false, why: 'it was closed', waiting: 0, commits: 0 })
