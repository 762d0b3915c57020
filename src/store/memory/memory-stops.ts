import type { Kind } from '../../pushes/kinds.ts'
import type { KindStop, NewKindStop, StopsLook } from '../people/stops.ts'
import type { Member } from './member.ts'
import type { SteadyClock } from './settings.ts'

/** Which kinds are stopped, by registration, for everyone who opened the store. */
export class KeptStops {
  readonly #clock: SteadyClock
  readonly #stops = new Map<string, Map<Kind, KindStop>>()

  constructor(clock: SteadyClock) {
    this.#clock = clock
  }

  list(registration: string): readonly KindStop[] {
    return [...(this.#stops.get(registration)?.values() ?? [])]
  }

  stop(registration: string, stop: NewKindStop): boolean {
    const stops = this.#stops.get(registration) ?? new Map<Kind, KindStop>()
    if (stops.has(stop.kind)) return false
    this.#stops.set(registration, stops.set(stop.kind, { ...stop, at: this.#clock.now() }))
    return true
  }

  start(registration: string, kind: Kind): boolean {
    return this.#stops.get(registration)?.delete(kind) === true
  }

  clear(): void {
    this.#stops.clear()
  }
}

/** The same as one of those who opened the store has it. */
export class MemoryStops implements StopsLook {
  readonly #kept: KeptStops
  readonly #member: Member

  constructor(kept: KeptStops, member: Member) {
    this.#member = member
    this.#kept = kept
  }

  async list(registration: string): Promise<readonly KindStop[]> {
    return this.#open().list(registration)
  }

  async stop(registration: string, stop: NewKindStop): Promise<boolean> {
    return this.#open().stop(registration, stop)
  }

  async start(registration: string, kind: Kind): Promise<boolean> {
    return this.#open().start(registration, kind)
  }

  #open(): KeptStops {
    this.#member.checkOpen()
    return this.#kept
  }
}
