import type { TurnKind } from '../pushes/kinds.ts'
import type { Session } from './session.ts'

/** How many sessions are remembered, and how long. */
export interface SessionTableLimits {
  readonly maxSessions: number
  /** Idle sessions are forgotten after this, ms. */
  readonly sessionExpiry: number
}

// Each new session looks at this many of the oldest, so that forgetting never takes a turn's time.
const sweepStep = 4

/**
 * The sessions of one kind, bounded by count and by age. A session whose handler runs is never forgotten.
 *
 * They stand in a ring in order of their last push: taking the oldest off a Map's head again and again would
 * cost as much as there are sessions, because a Map keeps the places of what was deleted.
 */
export class SessionTable<K extends TurnKind> {
  readonly #places = new Map<string, Place<K>>()
  readonly #limits: SessionTableLimits
  /** Stands between the newest and the oldest, and holds none itself. */
  readonly #ring: Link<K> = new Link()

  constructor(limits: SessionTableLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#places.size
  }

  /** The session if it is known and has not expired. */
  find(id: string, now: number): Session<K> | undefined {
    const place = this.#places.get(id)
    if (place === undefined) return undefined
    if (this.#isExpired(place.session, now)) {
      this.#forget(place)
      return undefined
    }
    place.session.seenAt = now
    place.moveBefore(this.#ring)
    return place.session
  }

  /** A new session, or undefined when there is no room: as many as may be are at work. */
  open(id: string, now: number): Session<K> | undefined {
    this.sweep(now, sweepStep)
    if (this.#places.size >= this.#limits.maxSessions && !this.#forgetOldest()) return undefined
    const session: Session<K> = {
      id,
      state: undefined,
      seenAt: now,
      turns: [],
      forgottenTo: 0,
      work: undefined,
      queue: [],
      late: undefined,
      isOver: false,
      wasEnded: false,
      masksAnswer: false,
    }
    const place = new Place(session)
    place.moveBefore(this.#ring)
    this.#places.set(id, place)
    return session
  }

  /** Forgets what has expired, looking at no more than `most` of the oldest sessions. */
  sweep(now: number, most: number): void {
    for (const place of this.#oldest(most)) {
      if (this.#isExpired(place.session, now)) this.#forget(place)
      else if (place.session.work === undefined) return
      else place.moveBefore(this.#ring)
    }
  }

  /** Every session that is remembered. */
  *all(): IterableIterator<Session<K>> {
    for (const { session } of this.#places.values()) yield session
  }

  #isExpired(session: Session<K>, now: number): boolean {
    return session.work === undefined && now - session.seenAt > this.#limits.sessionExpiry
  }

  #forgetOldest(): boolean {
    for (const place of this.#oldest(sweepStep * 4)) {
      if (place.session.work === undefined) {
        this.#forget(place)
        return true
      }
      place.moveBefore(this.#ring)
    }
    return false
  }

  *#oldest(most: number): IterableIterator<Place<K>> {
    for (let looked = 0; looked < most && this.#ring.newer instanceof Place; looked++) yield this.#ring.newer
  }

  #forget(place: Place<K>): void {
    place.takeOut()
    this.#places.delete(place.session.id)
  }
}

/** A place in the ring. */
class Link<K extends TurnKind> {
  older: Link<K> = this
  newer: Link<K> = this

  takeOut(): void {
    this.older.newer = this.newer
    this.newer.older = this.older
  }

  moveBefore(other: Link<K>): void {
    this.takeOut()
    this.older = other.older
    this.newer = other
    other.older.newer = this
    other.older = this
  }
}

class Place<K extends TurnKind> extends Link<K> {
  readonly session: Session<K>

  constructor(session: Session<K>) {
    super()
    this.session = session
  }
}
