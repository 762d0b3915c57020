import type { TurnKind } from '../pushes/kinds.ts'
import { Generation } from './generation.ts'
import { filterPlaces, IdFilter } from './id-filter.ts'
import { Session } from './session.ts'
import type { Work } from './work.ts'

/** How many sessions are remembered, and how long. */
export interface SessionTableLimits {
  readonly maxSessions: number
  /** Idle sessions are forgotten after this, ms. */
  readonly sessionExpiry: number
}

// A generation takes this part of the room and of the time. Twice as many have a place in the filter.
const share = 2 / filterPlaces

/**
 * The sessions of one kind, bounded by count and by age. A session whose handler runs is never forgotten.
 *
 * Those that are idle are kept in generations, and forgotten a generation at a time, the oldest first. Forgetting
 * one session by itself would cost as much as remembering it: a processor has to fetch what it has put away long
 * ago. A session that is used goes over to the newest generation, so the oldest has been idle for longest.
 */
export class SessionTable<K extends TurnKind> {
  readonly #limits: SessionTableLimits
  /** Those at work whose generation was forgotten meanwhile. */
  readonly #leftAtWork = new Map<string, Session<K>>()
  readonly #filter: IdFilter
  readonly #freeBits: number[]
  #newest: Generation<K>
  /** The others, the oldest last. */
  readonly #older: Generation<K>[] = []
  #idleCount = 0
  #workCount = 0

  constructor(limits: SessionTableLimits) {
    this.#limits = limits
    this.#filter = new IdFilter(limits.maxSessions)
    this.#freeBits = Array.from({ length: filterPlaces - 1 }, (_, place) => 2 << place)
    this.#newest = new Generation(1, 0)
  }

  get size(): number {
    return this.#workCount + this.#idleCount
  }

  /** The sessions whose handlers run. */
  get atWork(): readonly Session<K>[] {
    const placed = [this.#newest, ...this.#older].flatMap(({ atWork }) => atWork)
    return [...placed, ...this.#leftAtWork.values()]
  }

  /** The session if it is known and has not expired; its time starts again. */
  find(id: string, now: number): Session<K> | undefined {
    const session = this.#findPlaced(id) ?? this.#leftAtWork.get(id)
    if (session === undefined || session.work !== undefined) return session
    if (now - session.idleSince > this.#limits.sessionExpiry) {
      this.#takeOut(session)
      return undefined
    }
    this.#use(session, now)
    return session
  }

  /** A new session, or undefined when there is no room: as many as may be are at work. */
  open(id: string, now: number): Session<K> | undefined {
    const { maxSessions } = this.#limits
    if (this.#workCount >= maxSessions) return undefined
    while (this.size >= maxSessions) this.#forgetOldest(now)
    const session = new Session(id, now, this.#newest)
    this.#place(session, now)
    return session
  }

  /** A handler runs in the session: it is kept until it rests again. Most rest soon, so it stays where it is. */
  hold(session: Session<K>, work: Work<K>): void {
    session.work = work
    this.#workCount++
    if (session.generation.has(session)) {
      session.generation.working++
      this.#idleCount--
    } else {
      this.#leftAtWork.set(session.id, session)
    }
  }

  /** Nothing runs in the session: its time starts. */
  rest(session: Session<K>, now: number): void {
    session.work = undefined
    this.#workCount--
    if (this.#leftAtWork.delete(session.id)) {
      session.idleSince = now
      this.#place(session, now)
    } else {
      session.generation.working--
      this.#idleCount++
      this.#use(session, now)
    }
  }

  /** Forgets the generations that have expired. */
  sweep(now: number): void {
    let oldest = this.#oldest
    while (now - oldest.usedAt > this.#limits.sessionExpiry) {
      this.#forgetOldest(now)
      oldest = this.#oldest
    }
  }

  get #oldest(): Generation<K> {
    return this.#older.at(-1) ?? this.#newest
  }

  #findPlaced(id: string): Session<K> | undefined {
    const places = this.#filter.placesOf(id)
    if (places === 0) return undefined
    const session = this.#newest.sessions.get(id)
    if (session !== undefined) return session
    for (const { bit, sessions } of this.#older) {
      const older = (places & bit) === 0 ? undefined : sessions.get(id)
      if (older !== undefined) return older
    }
    return undefined
  }

  /** An idle session is used: its time starts again, in the newest generation. */
  #use(session: Session<K>, now: number): void {
    session.idleSince = now
    if (session.generation === this.#newest && !this.#isOver(this.#newest, now)) {
      this.#newest.usedAt = now
    } else {
      this.#takeOut(session)
      this.#place(session, now)
    }
  }

  #place(session: Session<K>, now: number): void {
    if (this.#isOver(this.#newest, now)) {
      this.sweep(now)
      this.#begin(now)
    }
    this.#newest.usedAt = now
    this.#keep(session, this.#newest)
    this.#idleCount++
  }

  #keep(session: Session<K>, generation: Generation<K>): void {
    session.generation = generation
    generation.sessions.set(session.id, session)
    this.#filter.add(session.id, generation.bit)
  }

  #takeOut(session: Session<K>): void {
    session.generation.sessions.delete(session.id)
    this.#idleCount--
  }

  /** Whether a generation has had its share. */
  #isOver({ idle, begunAt }: Generation<K>, now: number): boolean {
    const { maxSessions, sessionExpiry } = this.#limits
    return idle >= (maxSessions - this.#workCount) * share || now - begunAt > sessionExpiry * share
  }

  #begin(now: number): void {
    const bit = this.#freeBits.pop() ?? this.#merge()
    this.#older.unshift(this.#newest)
    this.#newest = new Generation(bit, now)
  }

  /** Puts the smallest of the older generations to the next newer one: those that are used leave small ones behind. */
  #merge(): number {
    let into = this.#newest
    let from = this.#oldest
    let newer = this.#newest
    for (const generation of this.#older) {
      if (generation.sessions.size <= from.sessions.size) {
        into = newer
        from = generation
      }
      newer = generation
    }
    for (const session of from.sessions.values()) this.#keep(session, into)
    into.working += from.working
    this.#older.splice(this.#older.indexOf(from), 1)
    this.#filter.empty(from.bit)
    return from.bit
  }

  #forgetOldest(now: number): void {
    const oldest = this.#older.pop() ?? this.#newest
    this.#idleCount -= oldest.idle
    for (const session of oldest.atWork) this.#leftAtWork.set(session.id, session)
    // A handler that takes other pushes as it is called may still have one of them.
    oldest.sessions.clear()
    this.#filter.empty(oldest.bit)
    if (oldest === this.#newest) this.#newest = new Generation(oldest.bit, now)
    else this.#freeBits.push(oldest.bit)
  }
}
