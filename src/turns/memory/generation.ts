import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import type { SessionState } from '../state.ts'
import { type AnsweredTurns, doubled, float, int, Units } from './answered-turns.ts'
import { type AnsweredTurn, Session, weightOfHeld } from './session.ts'

/** What of a session is kept as it is, where there is any of it. */
interface Held<K extends TurnKind> {
  /** Bytes. */
  readonly weight: number
  /** Where there are more than a few, or long texts among them: to write them anew for each turn would take too long. */
  readonly answered: AnsweredTurn<K> | undefined
  readonly state: SessionState | undefined
  readonly late: Reply<K> | undefined
  readonly resumeKey: string | undefined
}

/**
 * Sessions that were last used in the same stretch of time, while nothing runs in them. They are forgotten together.
 *
 * They are kept as numbers in a few large buffers, and made anew when they are used. As objects they would be what
 * is left of every turn for minutes: the collector then copies them, twice, and V8 answers by making the part of the
 * heap that new objects come from so large that it is no longer in the processor's cache, for every object of the
 * process. Measured: 2 of the 26 µs that a turn takes.
 *
 * A record has fixed places: see the offsets below. Records with one hash are linked, from `#heads` on.
 */
export class Generation<K extends TurnKind> {
  /** Its place in the filter. */
  bit: number
  /** Monotonic ms. */
  begunAt: number
  /** Monotonic ms: when a session of it was last used. */
  usedAt: number
  readonly #ids = new Units()
  readonly #turns: AnsweredTurns<K>
  /** A list and no Map, for what `churning-map.ts` tells. A record knows the place of what is its. */
  readonly #held: (Held<K> | undefined)[] = []
  readonly #freePlaces: number[] = []
  #records = new DataView(new ArrayBuffer(leastRecords * recordSize))
  /** For the low bits of a hash the last record that has them. */
  #heads = emptyHeads(leastRecords * int)
  /** Where the next record is put. */
  #end = 0
  #size = 0
  #heldBytes = 0

  constructor(turns: AnsweredTurns<K>, bit: number, now: number) {
    this.#turns = turns
    this.bit = bit
    this.begunAt = now
    this.usedAt = now
  }

  /** Its sessions. */
  get size(): number {
    return this.#size
  }

  /** What was ever written here: sessions that were taken out leave their room behind. */
  get bytes(): number {
    return this.#end + this.#ids.bytes + this.#turns.bytes
  }

  /** What its sessions take in all, estimated from above. */
  get weight(): number {
    return this.bytes + this.#heldBytes
  }

  /** Begins anew, in the room that others had. */
  begin(bit: number, now: number): this {
    this.bit = bit
    this.begunAt = now
    this.usedAt = now
    return this
  }

  /** Forgets its sessions. */
  clear(): this {
    this.#ids.clear()
    this.#turns.clear()
    this.#held.length = 0
    this.#freePlaces.length = 0
    new Int32Array(this.#heads.buffer).fill(none)
    this.#end = 0
    this.#size = 0
    this.#heldBytes = 0
    return this
  }

  /** @param hash of its id */
  put(session: Session<K>, hash: number): void {
    if (this.#end === this.#records.byteLength) this.#makeRoom()
    const records = this.#records
    const at = this.#end
    this.#end += recordSize
    this.#size++
    records.setInt32(at + hashAt, hash)
    records.setInt32(at + idAt, this.#ids.length)
    this.#ids.add(session.id)
    records.setInt32(at + idEnd, this.#ids.length)
    records.setInt32(at + turnsAt, this.#turns.count)
    const isShort = isShortHistory(session)
    if (isShort) this.#turns.add(session.answered)
    records.setInt32(at + turnsEnd, this.#turns.count)
    records.setFloat64(at + idleSinceAt, session.idleSince)
    records.setFloat64(at + highestAt, session.highest)
    records.setFloat64(at + forgottenToAt, session.forgottenTo)
    records.setUint8(at + marksAt, marksOf(session))
    records.setUint8(at + countAt, session.answeredCount)
    records.setInt32(at + heldAt, this.#hold(session, isShort ? undefined : session.answered))
    this.#link(at, hash)
  }

  /** Takes a session out, if it is here. */
  takeOut(id: string, hash: number): Session<K> | undefined {
    const records = this.#records
    let link = this.#headOf(hash)
    let links = this.#heads
    for (let at = links.getInt32(link); at !== none; at = links.getInt32(link)) {
      if (records.getInt32(at + hashAt) === hash && this.#isAt(at, id)) {
        links.setInt32(link, records.getInt32(at + nextAt))
        return this.#take(at, id)
      }
      links = records
      link = at + nextAt
    }
    return undefined
  }

  /** Takes out all sessions, in the order in which they were put. */
  *takeAll(): Generator<{ readonly session: Session<K>; readonly hash: number }> {
    const records = this.#records
    for (let at = 0; at < this.#end; at += recordSize) {
      if ((records.getUint8(at + marksAt) & isGone) !== 0) continue
      const id = this.#ids.read(records.getInt32(at + idAt), records.getInt32(at + idEnd))
      yield { session: this.#take(at, id), hash: records.getInt32(at + hashAt) }
    }
  }

  #take(at: number, id: string): Session<K> {
    const records = this.#records
    const marks = records.getUint8(at + marksAt)
    records.setUint8(at + marksAt, marks | isGone)
    this.#size--
    const session = new Session<K>(id, records.getFloat64(at + idleSinceAt))
    session.highest = records.getFloat64(at + highestAt)
    session.forgottenTo = records.getFloat64(at + forgottenToAt)
    session.isOver = (marks & isOver) !== 0
    session.wasEnded = (marks & wasEnded) !== 0
    session.masksAnswer = (marks & masksAnswer) !== 0
    this.#giveHeld(session, records.getInt32(at + heldAt))
    session.answered ??= this.#turns.read(records.getInt32(at + turnsAt), records.getInt32(at + turnsEnd))
    session.answeredCount = records.getUint8(at + countAt)
    return session
  }

  /** Most have nothing to be held. @returns its place, or `none` */
  #hold({ state, late, resumeKey }: Session<K>, answered: AnsweredTurn<K> | undefined): number {
    if (state === undefined && late === undefined && resumeKey === undefined && answered === undefined) return none
    const weight = weightOfHeld({ answered, state, late, resumeKey })
    this.#heldBytes += weight
    const place = this.#freePlaces.pop() ?? this.#held.length
    this.#held[place] = { weight, answered, state, late, resumeKey }
    return place
  }

  #giveHeld(session: Session<K>, place: number): void {
    const held = place === none ? undefined : this.#held[place]
    if (held === undefined) return
    this.#held[place] = undefined
    this.#freePlaces.push(place)
    session.answered = held.answered
    session.state = held.state
    session.late = held.late
    session.resumeKey = held.resumeKey
    this.#heldBytes -= held.weight
  }

  #isAt(at: number, id: string): boolean {
    return this.#ids.isAt(this.#records.getInt32(at + idAt), this.#records.getInt32(at + idEnd), id)
  }

  /** Puts a record before those that share the low bits of its hash. */
  #link(at: number, hash: number): void {
    const head = this.#headOf(hash)
    this.#records.setInt32(at + nextAt, this.#heads.getInt32(head))
    this.#heads.setInt32(head, at)
  }

  #headOf(hash: number): number {
    return (hash * int) & (this.#heads.byteLength - 1)
  }

  #makeRoom(): void {
    this.#records = doubled(this.#records)
    this.#heads = emptyHeads(this.#heads.byteLength * 2)
    for (let at = 0; at < this.#end; at += recordSize) {
      const isHere = (this.#records.getUint8(at + marksAt) & isGone) === 0
      if (isHere) this.#link(at, this.#records.getInt32(at + hashAt))
    }
  }
}

function emptyHeads(bytes: number): DataView<ArrayBuffer> {
  return new DataView(new Int32Array(bytes / int).fill(none).buffer)
}

function marksOf(session: Session<TurnKind>): number {
  const { isOver: over, wasEnded: ended, masksAnswer: masks } = session
  return (over ? isOver : 0) | (ended ? wasEnded : 0) | (masks ? masksAnswer : 0)
}

/** Whether its turns are few, with short texts: three turns and their menus are. */
function isShortHistory({ answered, answeredCount }: Session<TurnKind>): boolean {
  if (answeredCount > mostWritten) return false
  let units = 0
  for (let turn = answered; turn !== undefined; turn = turn.earlier) units += turn.reply.message.length
  return units <= mostUnits
}

const mostWritten = 4
const mostUnits = 1_000

// Where a record has what.
const idleSinceAt = 0
const highestAt = idleSinceAt + float
const forgottenToAt = highestAt + float
const hashAt = forgottenToAt + float
const nextAt = hashAt + int
const idAt = nextAt + int
const idEnd = idAt + int
const turnsAt = idEnd + int
const turnsEnd = turnsAt + int
const heldAt = turnsEnd + int
const marksAt = heldAt + int
const countAt = marksAt + 1
const recordSize = marksAt + int

// Marks.
const isOver = 1
const wasEnded = 2
const masksAnswer = 4
const isGone = 8

/** No record. */
const none = -1
const leastRecords = 16
