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

/** The sessions of one kind, bounded by count and by age. A session whose handler runs is never forgotten. */
export class SessionTable<K extends TurnKind> {
  readonly #sessions = new Map<string, Session<K>>()
  readonly #limits: SessionTableLimits

  constructor(limits: SessionTableLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#sessions.size
  }

  /** The session if it is known and has not expired. */
  find(id: string, now: number): Session<K> | undefined {
    const session = this.#sessions.get(id)
    if (session === undefined) return undefined
    if (this.#isExpired(session, now)) {
      this.#sessions.delete(id)
      return undefined
    }
    session.seenAt = now
    return session
  }

  /** A new session, or undefined when there is no room: as many as may be are at work. */
  open(id: string, now: number): Session<K> | undefined {
    this.sweep(now, sweepStep)
    if (this.#sessions.size >= this.#limits.maxSessions && !this.#forgetOldest()) return undefined
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
    this.#sessions.set(id, session)
    return session
  }

  /** Forgets what has expired, looking at no more than `most` sessions. */
  sweep(now: number, most: number): void {
    let looked = 0
    for (const [id, session] of this.#sessions) {
      if (looked++ === most) return
      if (this.#isExpired(session, now)) this.#sessions.delete(id)
      else this.#moveToEnd(id, session)
    }
  }

  /** Every session that is remembered. */
  all(): IterableIterator<Session<K>> {
    return this.#sessions.values()
  }

  #isExpired(session: Session<K>, now: number): boolean {
    return session.work === undefined && now - session.seenAt > this.#limits.sessionExpiry
  }

  #forgetOldest(): boolean {
    let looked = 0
    for (const [id, session] of this.#sessions) {
      if (looked++ === sweepStep * 4) return false
      if (session.work === undefined) {
        this.#sessions.delete(id)
        return true
      }
      this.#moveToEnd(id, session)
    }
    return false
  }

  #moveToEnd(id: string, session: Session<K>): void {
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
  }
}
