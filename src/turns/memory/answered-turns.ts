import { Buffer } from 'node:buffer'
import type { TurnKind } from '../../pushes/kinds.ts'
import { isShared, plainReply, plainTypeOf, type Reply } from '../../replies/index.ts'
import type { AnsweredTurn } from './session.ts'

/** Texts, one behind the other as UTF-16 units: outside of the heap that is collected. */
export class Units {
  #units = new Uint16Array(leastUnits)
  #length = 0

  /** Where the next text begins. */
  get length(): number {
    return this.#length
  }

  get bytes(): number {
    return this.#length * unit
  }

  add(text: string): void {
    const from = this.#length
    this.#length += text.length
    if (this.#length > this.#units.length) this.#makeRoom()
    const units = this.#units
    for (let at = 0; at < text.length; at++) units[from + at] = text.charCodeAt(at)
  }

  /** Whether a text stands there. */
  isAt(from: number, to: number, text: string): boolean {
    if (text.length !== to - from) return false
    const units = this.#units
    for (let at = 0; at < text.length; at++) {
      if (units[from + at] !== text.charCodeAt(at)) return false
    }
    return true
  }

  read(from: number, to: number): string {
    return Buffer.from(this.#units.buffer, from * unit, (to - from) * unit).toString('utf16le')
  }

  /** Forgets all, screens that were somebody's own among them; their room is kept for others. */
  clear(): void {
    this.#units.fill(0, 0, this.#length)
    this.#length = 0
  }

  #makeRoom(): void {
    const units = new Uint16Array(Math.max(this.#length, 2 * this.#units.length))
    units.set(this.#units)
    this.#units = units
  }
}

// Bytes.
const unit = 2
// Units: some thirty ids of the usual length.
const leastUnits = 1_024

/** Numbers outside of the heap that is collected: what they take, bytes. */
export const int = 4
export const float = 8

/** The same bytes with room for as many more: to write one record after the other then costs little. */
export function doubled({ buffer, byteLength }: DataView<ArrayBuffer>): DataView<ArrayBuffer> {
  const larger = new Uint8Array(byteLength * 2)
  larger.set(new Uint8Array(buffer))
  return new DataView(larger.buffer)
}

/**
 * The few answered turns of sessions that rest, those of one session behind one another. A reply that many turns give is
 * kept as it is, as is one that is more than a text; else the text is kept, outside of the heap that is collected.
 */
export class AnsweredTurns<K extends TurnKind> {
  readonly #channel: K
  readonly #known: KnownExchanges<K>
  readonly #exchanges: Exchange<K>[] = []
  readonly #texts = new Units()
  #count = 0
  #records = new DataView(new ArrayBuffer(least * recordSize))

  constructor(channel: K, known: KnownExchanges<K>) {
    this.#channel = channel
    this.#known = known
  }

  /** How many there are: where the next one will stand. */
  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#count * recordSize + this.#texts.bytes
  }

  /** Adds the turns of a session, the last one first. */
  add(last: AnsweredTurn<K> | undefined): void {
    for (let turn = last; turn !== undefined; turn = turn.earlier) this.#addOne(turn)
  }

  /** What was added from one place up to another: the last turn, which leads to those before it. */
  read(from: number, to: number): AnsweredTurn<K> | undefined {
    let last: AnsweredTurn<K> | undefined
    let at = to * recordSize
    for (const exchange of this.#exchanges.slice(from, to).reverse()) {
      at -= recordSize
      last = this.#readOne(exchange, at, last)
    }
    return last
  }

  /** Forgets all; their room is kept for others. */
  clear(): void {
    this.#exchanges.fill(nothing, 0, this.#count)
    this.#texts.clear()
    this.#count = 0
  }

  #addOne({ sequence, type, message, isSecret, reply }: AnsweredTurn<K>): void {
    const place = this.#count++
    const at = place * recordSize
    if (at === this.#records.byteLength) this.#records = doubled(this.#records)
    const records = this.#records
    records.setFloat64(at + sequenceAt, sequence ?? Number.NaN)
    const isKept = isShared(reply)
    const plain = isKept ? undefined : plainTypeOf(reply)
    if (plain === undefined) {
      this.#exchanges[place] = isKept
        ? this.#known.known(type, message, isSecret, reply)
        : { type, message, isSecret, reply }
      return
    }
    this.#exchanges[place] = this.#known.known(type, message, isSecret, undefined)
    records.setUint8(at + isReleaseAt, plain === 'release' ? 1 : 0)
    records.setInt32(at + textAt, this.#texts.length)
    this.#texts.add(reply.message)
    records.setInt32(at + textEnd, this.#texts.length)
  }

  #readOne(
    { type, message, isSecret, reply }: Exchange<K>,
    at: number,
    earlier: AnsweredTurn<K> | undefined,
  ): AnsweredTurn<K> {
    const sequence = this.#records.getFloat64(at + sequenceAt)
    return {
      sequence: Number.isNaN(sequence) ? null : sequence,
      type,
      message,
      isSecret,
      reply: reply ?? this.#readPlain(at),
      earlier,
    }
  }

  #readPlain(at: number): Reply<K> {
    const records = this.#records
    const text = this.#texts.read(records.getInt32(at + textAt), records.getInt32(at + textEnd))
    return plainReply(this.#channel, records.getUint8(at + isReleaseAt) === 1 ? 'release' : 'response', text)
  }
}

// Where a record has what; all but the sequence only where the reply is a text.
const sequenceAt = 0
const textAt = sequenceAt + float
const textEnd = textAt + int
const isReleaseAt = textEnd + int
const recordSize = isReleaseAt + int

const least = 64
const nothing = Object.freeze({ type: '', message: '', isSecret: false, reply: undefined })

/** What a turn said and was answered. */
interface Exchange<K extends TurnKind> {
  readonly type: string
  readonly message: string
  readonly isSecret: boolean
  /** Undefined where its text is kept apart. */
  readonly reply: Reply<K> | undefined
}

/**
 * Most sessions begin alike: the same code is dialled, the same screen is shown, the same digit is its answer. What
 * many turns say and are answered is kept once for all of them.
 */
export class KnownExchanges<K extends TurnKind> {
  #byReply = new Map<Reply<K> | undefined, Map<string, Exchange<K>>>()
  #count = 0

  /**
   * The same exchange: the one that was known already where there is one.
   *
   * @param reply one that many turns give, or none
   */
  known(type: string, message: string, isSecret: boolean, reply: Reply<K> | undefined): Exchange<K> {
    // What somebody typed is held by their own session only: it may be a secret that nobody called one.
    if (isSecret || !isCommon(message)) return { type, message, isSecret, reply }
    const known = this.#byReply.get(reply)?.get(message)
    return known?.type === type ? known : this.#keep({ type, message, isSecret, reply })
  }

  #keep(exchange: Exchange<K>): Exchange<K> {
    if (this.#count === most) {
      this.#byReply = new Map()
      this.#count = 0
    }
    this.#count++
    const { message, reply } = exchange
    const ofReply = this.#byReply.get(reply)
    if (ofReply === undefined) this.#byReply.set(reply, new Map([[message, exchange]]))
    else ofReply.set(message, exchange)
    return exchange
  }
}

/** A choice from a menu, or a code that was dialled without answers behind it. */
function isCommon(message: string): boolean {
  return message.length <= 2 || (message.length <= longestCode && message.lastIndexOf('*') === 0)
}

const most = 256
const longestCode = 12
