import { randomInt } from 'node:crypto'
import type { TurnKind } from '../../pushes/kinds.ts'
import { hashId } from '../session-owner.ts'
import type { Work } from '../turn.ts'
import { AnsweredTurns, KnownExchanges } from './answered-turns.ts'
import { ChurningMap } from './churning-map.ts'
import { Generation } from './generation.ts'
import { Session, weightOfHeld } from './session.ts'

/** How many places a filter tells apart. */
export const filterPlaces = 16

/** Whose sessions are remembered, how many and how long. */
export interface SessionTableSettings<K extends TurnKind> {
  readonly channel: K
  readonly maxSessions: number
  readonly maxSessionBytes: number
  /** Idle sessions are forgotten after this, ms. */
  readonly sessionExpiry: number
}

// A generation takes this part of the room and of the time. Twice as many have a place in the filter.
const share = 2 / filterPlaces
// Bytes for each session that may be in a generation. Where more was written, most was taken out again as its sessions
// were used, and it has had its share too.
const mostBytes = 1_024
const leastBytes = 65_536

/**
 * The sessions of one kind, bounded by count and by age. A session whose handler runs is never forgotten.
 *
 * A session is taken in hand to be used, and given back: the same object for all who have it in hand meanwhile.
 * Those that rest are kept in generations, and forgotten a generation at a time, the oldest first. Forgetting
 * one session by itself would cost as much as remembering it: a processor has to fetch what it has put away long
 * ago. A session that is used goes over to the newest generation, so the oldest has been idle for longest.
 */
export class SessionTable<K extends TurnKind> {
  readonly #settings: SessionTableSettings<K>
  readonly #atWork = new ChurningMap<Session<K>>()
  /** Those in hand that are not at work: as a rule one at most. */
  readonly #inHand: Session<K>[] = []
  readonly #exchanges = new KnownExchanges<K>()
  readonly #filter: IdFilter
  readonly #freeBits: number[]
  readonly #hashStart = randomInt(2 ** 32)
  #lastId: string | undefined
  #lastHash = 0
  #newest: Generation<K>
  /** The others, the oldest last. */
  readonly #older: Generation<K>[] = []
  /** One that was full: its room is used again. */
  #spare: Generation<K> | undefined
  #idleCount = 0
  /** What those of the older generations take: to add it up for each turn would take too long. */
  #olderWeight = 0
  /** Of those at work, as they were when their work began. */
  #bytesAtWork = 0

  constructor(settings: SessionTableSettings<K>) {
    this.#settings = settings
    this.#filter = new IdFilter(settings.maxSessions)
    this.#freeBits = Array.from({ length: filterPlaces - 1 }, (_, place) => 2 << place)
    this.#newest = this.#newGeneration(1, 0)
  }

  get size(): number {
    return this.#atWork.size + this.#inHand.length + this.#idleCount
  }

  /** The sessions whose handlers run. */
  get atWork(): readonly Session<K>[] {
    return this.#atWork.values()
  }

  /** Takes the session in hand if it is known and has not expired; its time starts again. */
  find(id: string, now: number): Session<K> | undefined {
    const live = this.#findLive(id)
    if (live !== undefined) {
      live.hands++
      return live
    }
    const session = this.#takeOut(id)
    if (session === undefined || now - session.idleSince > this.#settings.sessionExpiry) return undefined
    return this.#take(session)
  }

  /** Takes a new session in hand, or undefined when there is no room: as many as may be are at work. */
  open(id: string, now: number): Session<K> | undefined {
    const { maxSessions, maxSessionBytes } = this.#settings
    if (this.#atWork.size >= maxSessions || this.#bytesAtWork >= maxSessionBytes) return undefined
    while (this.#idleCount > 0 && this.size >= maxSessions) this.#makeRoom(now)
    return this.#take(new Session(id, now))
  }

  /** Takes a session in hand that is at work. */
  take(session: Session<K>): void {
    session.hands++
  }

  /** Every session that was taken in hand is given back. It rests when nobody has it in hand and nothing waits in it. */
  giveBack(session: Session<K>, now: number): void {
    session.hands--
    if (session.hands > 0 || session.work !== undefined) return
    // Something threw: whoever waits is answered at the deadline.
    if (session.open.length > 0) {
      this.#keepLive(session)
      return
    }
    if (this.#atWork.take(session.id) === undefined) this.#leaveHand(session)
    else this.#bytesAtWork -= session.weight
    session.idleSince = now
    this.#place(session, now)
  }

  /** Forgets a session that was taken in hand, and in which nothing runs or waits. */
  forget(session: Session<K>): void {
    if (this.#atWork.take(session.id) === undefined) this.#leaveHand(session)
    else this.#bytesAtWork -= session.weight
  }

  /** A handler runs in the session: it is kept until nothing does any more. */
  hold(session: Session<K>, work: Work<K>): void {
    session.work = work
    this.#keepLive(session)
  }

  /** Forgets the generations that have expired. */
  sweep(now: number): void {
    const { sessionExpiry } = this.#settings
    while (now - this.#oldest.usedAt > sessionExpiry) {
      const oldest = this.#older.pop()
      this.#spare = undefined
      if (oldest !== undefined) {
        this.#letGo(oldest)
        continue
      }
      this.#idleCount -= this.#newest.size
      this.#filter.empty(this.#newest.bit)
      this.#newest = this.#newGeneration(this.#newest.bit, now)
    }
  }

  get #oldest(): Generation<K> {
    return this.#older.at(-1) ?? this.#newest
  }

  #take(session: Session<K>): Session<K> {
    session.hands = 1
    this.#inHand.push(session)
    return session
  }

  #keepLive(session: Session<K>): void {
    if (this.#atWork.get(session.id) !== undefined) return
    this.#leaveHand(session)
    this.#atWork.set(session.id, session)
    session.weight = weightOfHeld(session)
    this.#bytesAtWork += session.weight
  }

  #leaveHand(session: Session<K>): void {
    this.#inHand.splice(this.#inHand.lastIndexOf(session), 1)
  }

  #findLive(id: string): Session<K> | undefined {
    for (const session of this.#inHand) {
      if (session.id === id) return session
    }
    return this.#atWork.size === 0 ? undefined : this.#atWork.get(id)
  }

  #takeOut(id: string): Session<K> | undefined {
    const hash = this.#hashOf(id)
    const places = this.#filter.placesOf(hash)
    if (places === 0) return undefined
    const session = this.#newest.takeOut(id, hash) ?? this.#takeOutOlder(id, hash, places)
    if (session !== undefined) this.#idleCount--
    return session
  }

  #takeOutOlder(id: string, hash: number, places: number): Session<K> | undefined {
    for (const generation of this.#older) {
      if ((places & generation.bit) === 0) continue
      const { weight } = generation
      const session = generation.takeOut(id, hash)
      if (session === undefined) continue
      this.#olderWeight += generation.weight - weight
      if (generation.size === 0) {
        this.#older.splice(this.#older.indexOf(generation), 1)
        this.#letGo(generation)
      }
      return session
    }
    return undefined
  }

  /** Lets go of an older generation and what is in it. */
  #letGo(generation: Generation<K>): void {
    this.#idleCount -= generation.size
    this.#olderWeight -= generation.weight
    this.#filter.empty(generation.bit)
    this.#freeBits.push(generation.bit)
  }

  #place(session: Session<K>, now: number): void {
    if (this.#isOver(this.#newest, now)) {
      this.sweep(now)
      this.#begin(now)
    }
    this.#newest.usedAt = Math.max(now, this.#newest.usedAt)
    this.#put(session, this.#hashOf(session.id), this.#newest)
    this.#idleCount++
    const { maxSessionBytes } = this.#settings
    while (this.#older.length > 0 && this.#olderWeight + this.#newest.weight > maxSessionBytes) this.#makeRoom(now)
  }

  #put(session: Session<K>, hash: number, generation: Generation<K>): void {
    generation.put(session, hash)
    this.#filter.add(hash, generation.bit)
  }

  /** Whether a generation has had its share. */
  #isOver({ size, bytes, weight, begunAt }: Generation<K>, now: number): boolean {
    const { maxSessions, maxSessionBytes, sessionExpiry } = this.#settings
    return (
      size >= (maxSessions - this.#atWork.size) * share ||
      now - begunAt > sessionExpiry * share ||
      bytes > Math.max(leastBytes, maxSessions * share * mostBytes) ||
      weight > maxSessionBytes * share
    )
  }

  #begin(now: number): void {
    const bit = this.#freeBits.pop() ?? this.#merge()
    this.#older.unshift(this.#newest)
    this.#olderWeight += this.#newest.weight
    this.#newest = this.#spare?.begin(bit, now) ?? this.#newGeneration(bit, now)
    this.#spare = undefined
  }

  /** Puts the smallest of the older generations to the next newer one: those that are used leave small ones behind. */
  #merge(): number {
    let into = this.#newest
    let from = this.#oldest
    let newer = this.#newest
    for (const generation of this.#older) {
      if (generation.size <= from.size) {
        into = newer
        from = generation
      }
      newer = generation
    }
    for (const { session, hash } of from.takeAll()) this.#put(session, hash, into)
    this.#older.splice(this.#older.indexOf(from), 1)
    this.#olderWeight = this.#older.reduce((sum, { weight }) => sum + weight, 0)
    this.#filter.empty(from.bit)
    return from.bit
  }

  #newGeneration(bit: number, now: number): Generation<K> {
    return new Generation(new AnsweredTurns(this.#settings.channel, this.#exchanges), bit, now)
  }

  /** Forgets the oldest generation; its room goes to the next one. */
  #makeRoom(now: number): void {
    const oldest = this.#older.pop()
    if (oldest !== undefined) {
      this.#letGo(oldest)
      this.#spare = oldest.clear()
      return
    }
    this.#idleCount -= this.#newest.size
    this.#filter.empty(this.#newest.bit)
    this.#newest.clear().begin(this.#newest.bit, now)
  }

  /** A push asks for its session more than once. */
  #hashOf(id: string): number {
    if (id !== this.#lastId) {
      this.#lastId = id
      this.#lastHash = hashId(id, this.#hashStart)
    }
    return this.#lastHash
  }
}

/**
 * Knows roughly in which of a few places an id was put: it may name a place too many, never one too few. An id
 * that is nowhere, such as that of every new session, is mostly seen to be with one look at a few KiB.
 */
export class IdFilter {
  #marks = new DataView(new ArrayBuffer(2 ** leastBits * markSize))
  #last = 2 ** leastBits - 1
  readonly #most: number
  #added = 0

  /** @param ids how many there may be at once */
  constructor(ids: number) {
    this.#most = 2 ** Math.min(mostBits, Math.max(leastBits, Math.ceil(Math.log2(ids)) + 1))
  }

  /**
   * The bits of the places where the id may be.
   *
   * @param hash of the id
   */
  placesOf(hash: number): number {
    return this.#marks.getUint16(this.#markOf(hash))
  }

  /**
   * @param hash of the id
   * @param bit the place's, one of the lowest sixteen
   */
  add(hash: number, bit: number): void {
    if (this.#last < this.#most - 1 && ++this.#added > this.#last / 64) this.#makeRoom()
    const mark = this.#markOf(hash)
    this.#marks.setUint16(mark, this.#marks.getUint16(mark) | bit)
  }

  /** Nothing is in the place any more. */
  empty(bit: number): void {
    const kept = ~(bit | (bit << filterPlaces))
    // Two marks at a time.
    for (let at = 0; at < this.#marks.byteLength; at += 2 * markSize) {
      this.#marks.setInt32(at, this.#marks.getInt32(at) & kept)
    }
  }

  /** Twice as large. An id that was put in before has its mark in both halves, until its place is emptied. */
  #makeRoom(): void {
    const marks = new Uint8Array(this.#marks.byteLength * 2)
    marks.set(new Uint8Array(this.#marks.buffer))
    marks.set(new Uint8Array(this.#marks.buffer), this.#marks.byteLength)
    this.#marks = new DataView(marks.buffer)
    this.#last = 2 * this.#last + 1
  }

  #markOf(hash: number): number {
    return (hash & this.#last) * markSize
  }
}

// Bytes: a bit for each place.
const markSize = filterPlaces / 8
// 2 KiB to 2 MiB of marks.
const leastBits = 10
const mostBits = 20
