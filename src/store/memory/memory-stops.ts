import type { Kind } from '../../pushes/kinds.ts'
import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import type { KindStop, NewKindStop, StopsLook } from '../people/stops.ts'
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
  #isOpen = true

  constructor(kept: KeptStops) {
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

  close(): void {
    this.#isOpen = false
  }

  #open(): KeptStops {
    if (this.#isOpen) return this.#kept
    throw new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
  }
}
