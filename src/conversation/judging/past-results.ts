import { readTried } from '../../store/effects/kept-outcome.ts'
import type { Tried } from '../../store/effects/outcome.ts'

/** What `talk.once` gave in a session that is over. */
export interface PastResult {
  readonly name: string
  /** As the store keeps it. */
  readonly outcome: string
}

/** Gives what was done back to a script that is played again, each result once. */
export class PastResults {
  readonly #left: PastResult[]

  /** @param results in the order in which they were begun */
  constructor(results: readonly PastResult[]) {
    this.#left = [...results]
  }

  /** The next result of that name; undefined where there is none. */
  take(name: string): Tried | undefined {
    const next = this.#left.find((result) => result.name === name)
    if (next === undefined) return undefined
    this.#left.splice(this.#left.indexOf(next), 1)
    return readTried(next.outcome)
  }

  /** The first of what was done, and the script did not come to. */
  get untaken(): string | undefined {
    return this.#left[0]?.name
  }
}
