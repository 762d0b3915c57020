import type { TurnKind } from '../pushes/kinds.ts'
import { RingLink } from './ring.ts'
import { Session } from './session.ts'
import type { Work } from './work.ts'

/** How many sessions are remembered, and how long. */
export interface SessionTableLimits {
  readonly maxSessions: number
  /** Idle sessions are forgotten after this, ms. */
  readonly sessionExpiry: number
}

// Each new session forgets this many, so that forgetting never takes a turn's time.
const sweepStep = 4

/**
 * The sessions of one kind, bounded by count and by age. A session whose handler runs is never forgotten.
 *
 * Those that are idle stand in a ring in order of their last use, so the oldest is found at once: taking it off
 * a Map's head again and again would cost as much as there are sessions, because a Map keeps the places of what
 * was deleted.
 */
export class SessionTable<K extends TurnKind> {
  readonly #sessions = new Map<string, Session<K>>()
  readonly #limits: SessionTableLimits
  /** Stands between the newest idle session and the oldest. */
  readonly #idle = new RingLink()

  constructor(limits: SessionTableLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#sessions.size
  }

  /** The session if it is known and has not expired; its time starts again. */
  find(id: string, now: number): Session<K> | undefined {
    const session = this.#sessions.get(id)
    if (session === undefined || session.work !== undefined) return session
    if (this.#isExpired(session, now)) {
      this.#forget(session)
      return undefined
    }
    session.idleSince = now
    return session
  }

  /** A new session, or undefined when there is no room: as many as may be are at work. */
  open(id: string, now: number): Session<K> | undefined {
    this.sweep(now, sweepStep)
    if (this.#sessions.size >= this.#limits.maxSessions) {
      const oldest = this.#oldestIdle()
      if (oldest === undefined) return undefined
      this.#forget(oldest)
    }
    const session = new Session<K>(id, now)
    this.#sessions.set(id, session)
    this.#place(session)
    return session
  }

  /** A handler runs in the session: it is kept until it rests again. */
  hold(session: Session<K>, work: Work<K>): void {
    session.work = work
    session.takeOut()
  }

  /** Nothing runs in the session: its time starts. */
  rest(session: Session<K>, now: number): void {
    session.work = undefined
    session.idleSince = now
    this.#place(session)
  }

  /** Forgets what has expired, no more than `most` sessions. */
  sweep(now: number, most: number): void {
    for (let forgotten = 0; forgotten < most; forgotten++) {
      const oldest = this.#oldestIdle()
      if (oldest === undefined || !this.#isExpired(oldest, now)) return
      this.#forget(oldest)
    }
  }

  /** Every session that is remembered. */
  all(): IterableIterator<Session<K>> {
    return this.#sessions.values()
  }

  #isExpired({ idleSince }: Session<K>, now: number): boolean {
    return now - idleSince > this.#limits.sessionExpiry
  }

  /** One that was used since it took its place takes a new one first, so that using it costs nothing then. */
  #oldestIdle(): Session<K> | undefined {
    let { newer } = this.#idle
    while (newer instanceof Session && newer.idleSince > newer.placedAt) {
      this.#place(newer)
      newer = this.#idle.newer
    }
    return newer instanceof Session ? newer : undefined
  }

  #place(session: Session<K>): void {
    session.placedAt = session.idleSince
    session.moveToEnd(this.#idle)
  }

  #forget(session: Session<K>): void {
    session.takeOut()
    this.#sessions.delete(session.id)
  }
}
