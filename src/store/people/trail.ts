/**
 * What a person did, as it is given to a store.
 *
 * @example
 * const line: NewTrailLine = { by: 'Ama', act: 'unmask', entry: id, about: null, reason: 'the payer called' }
 * await look.trail.append('default', line)
 */
export interface NewTrailLine {
  /** Who, as they are called; null where nobody said. */
  readonly by: string | null
  /** What they did, as a word. */
  readonly act: string
  /** The id of the entry that they did it to; null where it was no entry, or many. */
  readonly entry: string | null
  /** What else there is to say of it, such as a filter and a count: an object as JSON. */
  readonly about: string | null
  /** Why, in their words. */
  readonly reason: string | null
}

/**
 * A line of the trail.
 *
 * @example
 * const inWords = ({ at, by, act, entry }: TrailLine) => `${new Date(at).toISOString()} ${by}: ${act} ${entry}`
 */
export interface TrailLine extends NewTrailLine {
  /** When, by the clock that the store goes by, epoch ms. */
  readonly at: number
}

/**
 * Which lines are looked for; they must fit all that is given.
 *
 * @example
 * const query: TrailQuery = { registration: 'default', entry: id, limit: 20 }
 * const { lines } = await look.trail.list(query)
 */
export interface TrailQuery {
  readonly registration: string
  /** Only those about this entry. */
  readonly entry?: string | undefined
  /** Written at this time or later, epoch ms. */
  readonly since?: number | undefined
  /** Written before this time, epoch ms. */
  readonly until?: number | undefined
  /** At most this many; 1 to 1,000. */
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * A page of the trail, newest first.
 *
 * @example
 * const first: TrailPage = await look.trail.list(query)
 * const second = first.next && (await look.trail.list({ ...query, cursor: first.next }))
 */
export interface TrailPage {
  readonly lines: readonly TrailLine[]
  /** The cursor of the page that follows; undefined on the last. */
  readonly next: string | undefined
}

/**
 * What people did, for people and tools. Lines are added and read, and never changed.
 *
 * @example
 * const { trail }: { trail: TrailLook } = await store.look()
 * const { lines } = await trail.list({ registration: 'default', since: Date.now() - 86_400_000, limit: 100 })
 */
export interface TrailLook {
  /** Adds a line, dated now. It is as durable as the store promises when this resolves. */
  append(registration: string, line: NewTrailLine): Promise<void>
  list(query: TrailQuery): Promise<TrailPage>
}

/**
 * The trail of a registration, for the application that keeps it.
 *
 * @example
 * const trail: TrailStore = opened.trail
 * while ((await trail.sweep(800 * 86_400_000, 1_000)) > 0) continue
 */
export interface TrailStore extends TrailLook {
  /**
   * Forgets lines of its own registration, the oldest first: those that are older than `keep` ms, and those for which
   * there is no room.
   *
   * @returns how many, `most` at most
   */
  sweep(keep: number, most: number): Promise<number>
}
