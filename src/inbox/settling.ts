import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Claim, InboxStore, Settlement } from '../store/inbox-store.ts'
import { trace } from '../trace.ts'
import { persist } from './persist.ts'

/** What claims are settled with. */
export interface SettlingSettings {
  readonly store: InboxStore
  readonly clock: Clock
  readonly log: Log
  /** Is called when a claim is settled: there is room for another. */
  readonly settled: () => void
}

/** Tells the store how claims ended, for as long as it takes: what it is not told is done again by somebody. */
export class Settling {
  readonly #settings: SettlingSettings
  #open = 0
  #isClosing = false
  #idle: (() => void) | undefined

  constructor(settings: SettlingSettings) {
    this.#settings = settings
  }

  /** Claims of which the store does not know yet. */
  get open(): number {
    return this.#open
  }

  /** @param lost is called when another process has taken the entry over */
  async settle(claim: Claim, settlement: Settlement, lost: () => void): Promise<void> {
    const { store, clock, log } = this.#settings
    this.#open++
    const goesOn = () => !this.#isClosing
    const held = await persist(() => store.settle(claim, settlement), { clock, log, what: 'settling', goesOn })
    this.#open--
    if (held !== undefined && trace.settled.hasSubscribers) trace.settled.publish({ ids: [claim.entry.id] })
    if (held === false) lost()
    this.#settings.settled()
    if (this.#open === 0) this.#idle?.()
  }

  /** Resolves when the store knows of all, or could not be told. */
  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#open === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#idle = resolve
    await promise
  }
}
