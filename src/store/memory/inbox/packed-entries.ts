import { entryKinds, type NewEntry } from '../../entry.ts'
import { bytesOfKnown, Known } from './identities.ts'
import { EntryRecord } from './lanes.ts'

/**
 * Entries that are done, as bytes outside of the heap that is collected, in the order in which they were finished. As objects,
 * of which each has some twenty, they would be what is left of every notification for long, and the collector copies that twice.
 * Measured: 3 of the 38 µs that a payment takes without sockets.
 *
 * Each has a place for as long as it is here, counted from the first byte that ever was.
 */
export class PackedEntries {
  /** The oldest first. */
  readonly #pages: Page[] = []
  /** The number of the first of them. */
  #first = 0
  /** One that was emptied: its room is used again. */
  #spare: Page | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Whether an entry that is done is as nearly all are: handled at the first attempt, with nothing to be told of it. */
  static takes(record: EntryRecord): boolean {
    const { id, known, attempts, phones, payload } = record
    const attempt = attempts[0]
    return (
      known?.isPlain(id) === true &&
      record.form === 'push' &&
      record.session === undefined &&
      record.review === undefined &&
      !record.replay &&
      record.failures === 0 &&
      phones.length <= 2 &&
      attempts.length === 1 &&
      attempt?.number === 1 &&
      !attempt.replay &&
      attempt.error === null &&
      attempt.note === undefined &&
      // Then its payload is what it takes: long texts would count beside it.
      record.bytes === payload.byteLength &&
      payload.byteLength <= mostPayload &&
      known.fingerprint.length <= longestFingerprint
    )
  }

  /**
   * @param known what remembers its identity
   * @param finish its number in the order in which entries were finished
   * @returns its place
   */
  add(record: EntryRecord, { fingerprint }: Known, finish: number): number {
    const { id, laneName, reference, phones, payload } = record
    const [phone, other] = phones
    // The lane of most is where their id begins.
    const isLaneInId = id.startsWith(laneName)
    const text = (isLaneInId ? '' : laneName) + (reference ?? '') + fingerprint + (phone ?? '') + (other ?? '')
    const length = (headerSize + text.length * unit + payload.byteLength + float - 1) & -float
    const page = this.#pageFor(length)
    const at = page.end
    const { view } = page
    view.setFloat64(at + orderAt, record.order)
    view.setFloat64(at + finishAt, finish)
    view.setFloat64(at + receivedAt, record.receivedAt)
    view.setFloat64(at + acceptedAt, record.acceptedAt)
    view.setFloat64(at + finishedAt, record.finishedAt ?? 0)
    view.setFloat64(at + startedAt, record.attempts[0]?.startedAt ?? 0)
    view.setFloat64(at + msAt, record.attempts[0]?.ms ?? 0)
    view.setInt32(at + lengthAt, length)
    view.setInt32(at + payloadAt, payload.byteLength)
    view.setInt32(at + idAt, page.ids.length)
    view.setInt32(at + laneAt, isLaneInId ? -laneName.length : laneName.length)
    view.setInt32(at + referenceAt, reference?.length ?? none)
    view.setInt32(at + fingerprintAt, fingerprint.length)
    view.setInt32(at + phoneAt, phone?.length ?? none)
    view.setInt32(at + otherAt, other?.length ?? none)
    view.setUint8(at + kindAt, entryKinds.indexOf(record.kind))
    view.setUint8(at + isGoneAt, 0)
    const written = page.bytes.write(text, at + headerSize, 'utf16le')
    page.bytes.set(payload, at + headerSize + written)
    page.ids.push(id)
    page.end += length
    page.count++
    this.#size++
    return (this.#first + this.#pages.length - 1) * pageSize + at
  }

  /** The place of the one that was finished before all others. */
  get oldest(): number | undefined {
    const page = this.#pages[0]
    if (page === undefined || page.count === 0) return undefined
    while (page.view.getUint8(page.begin + isGoneAt) === 1) page.begin += page.view.getInt32(page.begin + lengthAt)
    return this.#first * pageSize + page.begin
  }

  /** The places of all, the oldest first. */
  *places(): Generator<number, void, undefined> {
    // Whoever walks may take some out.
    let from = this.#first * pageSize
    for (const { view, begin, end } of [...this.#pages]) {
      for (let at = begin; at < end; at += view.getInt32(at + lengthAt)) {
        if (view.getUint8(at + isGoneAt) === 0) yield from + at
      }
      from += pageSize
    }
  }

  /** The number of an entry in the order in which entries were finished. */
  finishOf(place: number): number {
    return this.#pageOf(place).view.getFloat64((place % pageSize) + finishAt)
  }

  /** Epoch ms, as the next. */
  acceptedAt(place: number): number {
    return this.#pageOf(place).view.getFloat64((place % pageSize) + acceptedAt)
  }

  finishedAt(place: number): number {
    return this.#pageOf(place).view.getFloat64((place % pageSize) + finishedAt)
  }

  /** What it takes. */
  bytesOf(place: number): number {
    return this.#pageOf(place).view.getInt32((place % pageSize) + payloadAt)
  }

  /** What its identity takes, bytes. */
  knownBytesOf(place: number): number {
    const { view } = this.#pageOf(place)
    return bytesOfKnown(2 * this.idOf(place).length + view.getInt32((place % pageSize) + fingerprintAt))
  }

  idOf(place: number): string {
    const { view, ids } = this.#pageOf(place)
    return ids[view.getInt32((place % pageSize) + idAt)] ?? ''
  }

  /** What its pushes agree on. */
  fingerprintOf(place: number): string {
    return this.read(place).known?.fingerprint ?? ''
  }

  /** As it was. Who changes it changes nothing here. */
  read(place: number): EntryRecord {
    const { view, bytes } = this.#pageOf(place)
    const at = place % pageSize
    const id = this.idOf(place)
    const laneLength = view.getInt32(at + laneAt)
    let end = at + headerSize
    const next = (length: number): string | null => {
      if (length === none) return null
      const begin = end
      end += length * unit
      return bytes.toString('utf16le', begin, end)
    }
    const lane = laneLength < 0 ? id.slice(0, -laneLength) : (next(laneLength) ?? '')
    const reference = next(view.getInt32(at + referenceAt))
    const fingerprint = next(view.getInt32(at + fingerprintAt)) ?? ''
    const phones = [next(view.getInt32(at + phoneAt)), next(view.getInt32(at + otherAt))]
    const entry: NewEntry = {
      kind: entryKinds[view.getUint8(at + kindAt)] ?? 'checkout',
      id,
      state: 'waiting',
      identity: id,
      identityFor: undefined,
      fingerprint,
      lane,
      reference,
      phones: phones.filter((phone) => phone !== null),
      receivedAt: view.getFloat64(at + receivedAt),
      form: 'push',
      payload: Buffer.from(bytes.subarray(end, end + view.getInt32(at + payloadAt))),
      reason: null,
    }
    const now = view.getFloat64(at + acceptedAt)
    const known = new Known(entry, now)
    const record = new EntryRecord(entry, view.getFloat64(at + orderAt), {
      id: entry.id,
      conflictsWith: null,
      known,
      now,
    })
    record.state = 'done'
    record.finishedAt = view.getFloat64(at + finishedAt)
    record.finish = view.getFloat64(at + finishAt)
    record.addAttempt({
      number: 1,
      startedAt: view.getFloat64(at + startedAt),
      ms: view.getFloat64(at + msAt),
      replay: false,
      error: null,
    })
    return record
  }

  remove(place: number): void {
    const page = this.#pageOf(place)
    page.view.setUint8((place % pageSize) + isGoneAt, 1)
    page.count--
    this.#size--
    // What is put next is put into the last one.
    while (this.#pages.length > 1 && this.#pages[0]?.count === 0) {
      this.#spare = this.#pages.shift()
      this.#first++
    }
  }

  #pageOf(place: number): Page {
    const page = this.#pages[Math.floor(place / pageSize) - this.#first]
    if (page === undefined) throw new RangeError(`no entry at ${place}`)
    return page
  }

  #pageFor(length: number): Page {
    const last = this.#pages.at(-1)
    if (last?.count === 0) return last.clear()
    if (last !== undefined && last.end + length <= pageSize) return last
    const page = this.#spare?.clear() ?? new Page()
    this.#spare = undefined
    this.#pages.push(page)
    return page
  }
}

/** Bytes: of a character, and of a time. */
const unit = 2
const float = 8
const int = 4

// Where an entry has what. Its texts follow, then its payload.
const orderAt = 0
const finishAt = orderAt + float
const receivedAt = finishAt + float
const acceptedAt = receivedAt + float
const finishedAt = acceptedAt + float
const startedAt = finishedAt + float
const msAt = startedAt + float
const lengthAt = msAt + float
const payloadAt = lengthAt + int
const idAt = payloadAt + int
const laneAt = idAt + int
const referenceAt = laneAt + int
const fingerprintAt = referenceAt + int
const phoneAt = fingerprintAt + int
const otherAt = phoneAt + int
const kindAt = otherAt + int
const isGoneAt = kindAt + 1
const headerSize = kindAt + int

/** The length of a text that is not there. */
const none = -1
const pageSize = 2 ** 18
/** Bytes. Longer ones stay objects: they are few. */
const mostPayload = pageSize / 16
const longestFingerprint = 1_000

/** Entries one behind the other. */
class Page {
  readonly view = new DataView(new ArrayBuffer(pageSize))
  readonly bytes = Buffer.from(this.view.buffer)
  /** Of all that were put. They are the names by which the inbox finds them, so nothing is gained by writing them. */
  ids: string[] = []
  /** Where the first one stands that may be here still. */
  begin = 0
  /** Where the next one is put. */
  end = 0
  /** Those that are here. */
  count = 0

  clear(): this {
    this.ids = []
    this.begin = 0
    this.end = 0
    return this
  }
}
