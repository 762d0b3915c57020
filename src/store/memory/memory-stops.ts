import type { Kind } from '../../pushes/kinds.ts'
import type { KindStop, NewKindStop, StopsLook } from '../people/stops.ts'
import type { Member } from './member.ts'
import type { SteadyClock } from './settings.ts'

/** Which kinds are stopped, by registration, for everyone who opened the store. */
export type KeptStops = Map<string, Map<Kind, KindStop>>

/** The same as one of those who opened the store has it. */
export class MemoryStops implements StopsLook {
  readonly #stops: KeptStops
  readonly #clock: SteadyClock
  readonly #member: Member

  constructor(stops: KeptStops, clock: SteadyClock, member: Member) {
    this.#stops = stops
    this.#clock = clock
    this.#member = member
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    this.#member.checkOpen()
    return [...(this.#stops.get(registration)?.values() ?? [])]
  }

  async stop(registration: string, stop: NewKindStop): Promise<boolean> {
    this.#member.checkOpen()
    const stops = this.#stops.get(registration) ?? new Map<Kind, KindStop>()
    if (stops.has(stop.kind)) return false
    this.#stops.set(registration, stops.set(stop.kind, { ...stop, at: this.#clock.now() }))
    return true
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    this.#member.checkOpen()
    return this.#stops.get(registration)?.delete(kind) === true
  }
}
