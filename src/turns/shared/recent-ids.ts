import { hash } from 'node:crypto'

/** How much is remembered, and how long. */
export interface RecentIdsLimits {
  readonly most: number
  /** ms */
  readonly time: number
}

/**
 * Which sessions the store has spoken of lately, in two generations: the older one goes when the younger one has had
 * its time or its share. What is remembered is remembered for its time at least, unless there were too many.
 */
export class RecentIds {
  readonly #limits: RecentIdsLimits
  #younger = new Set<string>()
  #older = new Set<string>()
  #begunAt = 0

  constructor(limits: RecentIdsLimits) {
    this.#limits = limits
  }

  /** @param now monotonic ms */
  add(id: string, now: number): void {
    const { most, time } = this.#limits
    if (this.#younger.size * 2 >= most || now - this.#begunAt > time) {
      this.#older = this.#younger
      this.#younger = new Set()
      this.#begunAt = now
    }
    this.#younger.add(shortened(id))
  }

  has(id: string): boolean {
    const short = shortened(id)
    return this.#younger.has(short) || this.#older.has(short)
  }
}

/** A long id as its digest: what is remembered of a session stays small. */
function shortened(id: string): string {
  return id.length <= 64 ? id : hash('sha256', id)
}
