import type { Kind } from '../../pushes/kinds.ts'
import type { KindStop, StopsLook } from '../people/stops.ts'
import type { Member } from './member.ts'
import type { SteadyClock } from './settings.ts'

/** Which kinds are stopped, by registration, for everyone who opened the store. */
export type KeptStops = Map<string, Map<Kind, KindStop>>

/** The same as one of those who opened the store has it. */
export function memoryStops(kept: KeptStops, clock: SteadyClock, member: Member): StopsLook {
  return {
    list: async (registration) => {
      member.checkOpen()
      return [...(kept.get(registration)?.values() ?? [])]
    },
    stop: async (registration, stop) => {
      member.checkOpen()
      const stops = kept.get(registration) ?? new Map<Kind, KindStop>()
      if (stops.has(stop.kind)) return false
      kept.set(registration, stops.set(stop.kind, { ...stop, at: clock.now() }))
      return true
    },
    start: async (registration, kind) => {
      member.checkOpen()
      return kept.get(registration)?.delete(kind) === true
    },
  }
}
