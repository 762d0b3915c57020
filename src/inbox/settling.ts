import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Claim, InboxStore, Settlement } from '../store/inbox-store.ts'
import { describeError } from '../text/describe-error.ts'
import { trace } from '../trace.ts'

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

/** What is done again until it succeeds. */
export interface Persistence {
  readonly clock: Clock
  readonly log: Log
  /** Names it in the log. */
  readonly what: string
  /** Whether it is still worth it: asked after each failure. */
  readonly goesOn: () => boolean
}

/**
 * Does what a store may refuse for a while, again and again, with a wait that grows to five seconds.
 *
 * @returns undefined when it was given up
 */
export async function persist<T>(
  operation: () => Promise<T>,
  { clock, log, what, goesOn }: Persistence,
): Promise<T | undefined> {
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2)) {
    try {
      return await operation()
    } catch (error) {
      if (!goesOn()) return undefined
      if (wait === firstWait) log.warn({ err: describeError(error) }, `${what} has to wait for the store`)
    }
    await new Promise<void>((resolve) => clock.after(wait, resolve))
  }
}

// ms
const firstWait = 100
const longestWait = 5_000
