import type { TurnKind } from '../../pushes/kinds.ts'
import { isShared, plainReply, plainTypeOf, type Reply } from '../../replies/index.ts'
import type { Exchange, KnownExchanges } from './known-exchanges.ts'
import type { AnsweredTurn } from './session.ts'
import { doubled, float, int, Units } from './units.ts'

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
