import { Chain, type ChainLink } from '../../../chain.ts'
import {
  type AttemptRecord,
  type EntryKind,
  type EntryReview,
  type EntryState,
  isFollowUp,
  type NewEntry,
  type PayloadForm,
  type StoredEntry,
} from '../../entry.ts'
import type { EntryFilter, EntryQuery } from '../../inbox-store.ts'
import { isAgreed, isOpenReview } from '../../review.ts'
import type { SteadyClock } from '../settings.ts'
import type { Known } from './identities.ts'

/** An entry in memory. It stands in one chain: its lane's until it is finished, then that of finished ones. */
export class EntryRecord implements ChainLink<EntryRecord> {
  /** The order of acceptance. */
  readonly order: number
  readonly kind: EntryKind
  readonly id: string
  readonly laneName: string
  readonly reference: string | null
  readonly session: string | undefined
  readonly phones: readonly string[]
  readonly conflictsWith: string | null
  readonly receivedAt: number
  readonly form: PayloadForm
  payload: Uint8Array
  /** What remembers its identity; undefined for what could not be read. */
  readonly known: Known | undefined
  state: EntryState
  reason: string | null
  dueAt: number
  readonly acceptedAt: number
  finishedAt: number | null = null
  replay = false
  attempts: readonly AttemptRecord[] = none
  failures = 0
  review: EntryReview | undefined = undefined
  /** Of the claim that holds it. */
  fence: string | undefined = undefined
  /** Who holds it. */
  holder: object | undefined = undefined
  /** Where it waits or runs; undefined once it is finished. */
  lane: Lane | undefined = undefined
  earlier: EntryRecord | undefined = undefined
  later: EntryRecord | undefined = undefined

  constructor(entry: NewEntry, order: number, facts: EntryFacts) {
    this.order = order
    this.kind = entry.kind
    this.id = facts.id
    this.laneName = entry.state === 'rejected' ? facts.id : entry.lane
    this.reference = entry.reference
    this.session = entry.session
    this.phones = entry.phones ?? none
    this.conflictsWith = facts.conflictsWith
    this.receivedAt = entry.receivedAt
    this.form = entry.form
    this.payload = entry.payload
    this.known = facts.known
    this.state = entry.state
    this.reason = entry.reason
    this.dueAt = facts.now
    this.acceptedAt = facts.now
  }

  /** As it stands now; what happens to it later does not show in it. */
  toEntry(): StoredEntry {
    const isHead = this.lane !== undefined && this.lane.first === this
    const entry: StoredEntry = {
      kind: this.kind,
      id: this.id,
      state: this.state,
      lane: this.laneName,
      reference: this.reference,
      conflictsWith: this.conflictsWith,
      receivedAt: this.receivedAt,
      dueAt: this.state === 'waiting' && isHead ? this.dueAt : null,
      finishedAt: this.finishedAt,
      replay: this.replay,
      attempts: this.attempts,
      failures: this.failures,
      reason: this.reason,
      cursor: String(this.order + 1),
      form: this.form,
      payload: this.payload,
    }
    return this.review === undefined ? entry : { ...entry, review: this.review }
  }

  /** What it takes: long texts count beside its payload, short ones are bounded with the count of entries. */
  get bytes(): number {
    return bytesOfEntry(this.id, this.laneName, this.payload)
  }

  /** What it takes once it is finished: with the errors of its attempts. */
  get finishedBytes(): number {
    return this.attempts.reduce((sum, { error }) => sum + 2 * (error?.length ?? 0), this.bytes)
  }

  /** Notes an attempt; the last twenty are kept. */
  addAttempt(attempt: AttemptRecord): void {
    const kept = this.attempts.length < attemptsKept ? this.attempts : this.attempts.slice(1)
    this.attempts = withLast(kept, attempt)
  }
}

/** A list that is kept for long: one that grows by `push` or a spread takes room for sixteen more, and nearly all have one or two. */
function withLast<T extends NonNullable<unknown>>(list: readonly T[], last: T): readonly T[] {
  const first = list[0]
  if (first === undefined) return [last]
  return list.length === 1 ? [first, last] : [...list, last]
}

/** A lane whose head somebody claimed. */
export interface HeldLane {
  readonly lane: Lane
  readonly claimed: EntryRecord
}

/** Entries that are worked one at a time, in order of acceptance. */
export class Lane implements Due {
  readonly name: string
  readonly entries = new Chain<EntryRecord>()
  /** The one that is worked on. */
  claimed: EntryRecord | undefined = undefined
  heapIndex = -1

  constructor(name: string) {
    this.name = name
  }

  get first(): EntryRecord | undefined {
    return this.entries.first
  }

  get dueAt(): number {
    return this.first?.dueAt ?? Number.POSITIVE_INFINITY
  }

  get order(): number {
    return this.first?.order ?? 0
  }
}

/** What the inbox adds to a new entry. */
export interface EntryFacts {
  readonly id: string
  readonly conflictsWith: string | null
  readonly known: Known | undefined
  /** Epoch ms. */
  readonly now: number
}

/** What an entry takes, with long texts. */
export function bytesOfEntry(id: string, lane: string, payload: Uint8Array): number {
  const texts = 2 * (id.length + lane.length)
  return payload.byteLength + (texts > shortTexts ? texts : 0)
}

const shortTexts = 1_024
const attemptsKept = 20
const none: readonly never[] = Object.freeze([])

/** Tells which entries fit all that a filter names. */
export function fitsEntry(filter: EntryFilter & Pick<EntryQuery, 'heads'>): (record: EntryRecord) => boolean {
  const { heads, states, kinds, lane, reference, session, phone, conflicts, needsReview, since, until } = filter
  const { omitDoneFollowUps } = filter
  return (record) =>
    (states === undefined || states.includes(record.state)) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (lane === undefined || record.laneName === lane) &&
    (reference === undefined || record.reference === reference) &&
    (session === undefined || record.session === session) &&
    (phone === undefined || record.phones.includes(phone)) &&
    (conflicts !== true || (record.conflictsWith !== null && !isAgreed(record.review))) &&
    (needsReview !== true || isOpenReview(record.review)) &&
    (omitDoneFollowUps !== true || record.state !== 'done' || !isFollowUp(record.kind)) &&
    (heads !== true || record.lane?.first === record) &&
    (since === undefined || record.receivedAt >= since) &&
    (until === undefined || record.receivedAt < until)
}

/** The lanes that have something to do, and which of them is due first. A lane without entries is not kept. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  /** Lanes whose head waits. */
  readonly #due = new DueHeap<Lane>()

  /** The lane whose head may be claimed first. */
  get earliest(): Lane | undefined {
    return this.#due.first
  }

  /** Those whose head somebody claimed and did not settle. */
  heldBy(claimant: object): readonly HeldLane[] {
    return [...this.#lanes.values()].flatMap((lane) => {
      const { claimed } = lane
      return claimed?.holder === claimant ? [{ lane, claimed }] : []
    })
  }

  /** Gives an entry its place: a new one is the last, one that is asked for again stands where it stood. */
  add(record: EntryRecord): Lane {
    const lane = this.#lanes.get(record.laneName) ?? this.#open(record.laneName)
    record.lane = lane
    let place = lane.entries.last
    if (place !== undefined && place.order > record.order) place = placeFromFront(lane, record)
    lane.entries.insertAfter(place, record)
    return lane
  }

  /** Makes the head claimable at its time, or nothing while the lane is worked on. */
  arrange(lane: Lane): void {
    if (lane.claimed === undefined) this.#due.place(lane)
  }

  claim(lane: Lane, record: EntryRecord): void {
    lane.claimed = record
    this.#due.remove(lane)
  }

  /** Takes an entry out for good. */
  remove(lane: Lane, record: EntryRecord): void {
    lane.entries.remove(record)
    record.lane = undefined
    if (lane.entries.size > 0) {
      this.arrange(lane)
    } else {
      this.#due.remove(lane)
      this.#lanes.delete(lane.name)
    }
  }

  #open(name: string): Lane {
    const lane = new Lane(name)
    this.#lanes.set(name, lane)
    return lane
  }
}

/** What is asked for again is older than most, so its place is looked for from the front. */
function placeFromFront({ entries }: Lane, { order }: EntryRecord): EntryRecord | undefined {
  let place: EntryRecord | undefined
  let next = entries.first
  while (next !== undefined && next.order < order) {
    place = next
    next = next.later
  }
  return place
}

/** What waits for a time. It knows its own place, so that it moves and leaves without being looked for. */
export interface Due {
  /** Epoch ms. */
  readonly dueAt: number
  /** Decides between equal times. */
  readonly order: number
  /** Where it stands in the heap; -1 when it does not. */
  heapIndex: number
}

/** The earliest of many: a binary heap. */
export class DueHeap<T extends Due> {
  readonly #items: T[] = []

  get first(): T | undefined {
    return this.#items[0]
  }

  /** Takes it in, or gives it the place that its time has now. */
  place(item: T): void {
    if (item.heapIndex === -1) {
      item.heapIndex = this.#items.length
      this.#items.push(item)
    }
    this.#sink(this.#rise(item))
  }

  remove(item: T): void {
    const { heapIndex } = item
    if (heapIndex === -1) return
    item.heapIndex = -1
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    this.#put(heapIndex, last)
    this.#sink(this.#rise(last))
  }

  #rise(item: T): T {
    while (item.heapIndex > 0) {
      const parent = this.#items[(item.heapIndex - 1) >> 1]
      if (parent === undefined || isEarlier(parent, item)) break
      this.#swap(parent, item)
    }
    return item
  }

  #sink(item: T): void {
    for (;;) {
      const left = this.#items[2 * item.heapIndex + 1]
      const right = this.#items[2 * item.heapIndex + 2]
      const child = right !== undefined && left !== undefined && isEarlier(right, left) ? right : left
      if (child === undefined || isEarlier(item, child)) return
      this.#swap(item, child)
    }
  }

  #swap(one: T, other: T): void {
    const { heapIndex } = one
    this.#put(other.heapIndex, one)
    this.#put(heapIndex, other)
  }

  #put(index: number, item: T): void {
    this.#items[index] = item
    item.heapIndex = index
  }
}

function isEarlier(one: Due, other: Due): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order)
}

/** Tells those who work when there may be something to claim. */
export class WorkNotifier {
  readonly #clock: SteadyClock
  readonly #listeners = new Map<object, () => void>()
  #isRinging = false
  /** Epoch ms for which the timer is set. */
  #armedFor: number | undefined = undefined
  #disarm: (() => void) | undefined = undefined

  constructor(clock: SteadyClock) {
    this.#clock = clock
  }

  /** One listener for each owner; another takes its place. */
  add(owner: object, listener: () => void): void {
    this.#listeners.set(owner, listener)
  }

  remove(owner: object): void {
    this.#listeners.delete(owner)
  }

  /** Rings now, or when something is due; `dueAt` is undefined when nothing waits. */
  setFor(dueAt: number | undefined): void {
    if (this.#listeners.size === 0 || dueAt === undefined) this.#stop()
    else if (dueAt <= this.#clock.now()) this.#ring()
    else this.#arm(dueAt)
  }

  /** What is due was not claimed: whoever can is told again. */
  remindOf(dueAt: number | undefined): void {
    const now = this.#clock.now()
    // What is not due yet was not left lying.
    this.setFor(dueAt === undefined || dueAt > now ? dueAt : now + reminder)
  }

  /** Not in the caller's own time: a listener may claim, which may ring again. */
  #ring(): void {
    if (this.#isRinging) return
    this.#isRinging = true
    setImmediate(() => {
      this.#isRinging = false
      for (const listener of this.#listeners.values()) listener()
    })
  }

  #arm(dueAt: number): void {
    if (this.#armedFor === dueAt) return
    this.#stop()
    this.#armedFor = dueAt
    this.#disarm = this.#clock.after(Math.max(1, dueAt - this.#clock.now()), () => {
      this.#stop()
      this.#ring()
    })
  }

  #stop(): void {
    this.#disarm?.()
    this.#disarm = undefined
    this.#armedFor = undefined
  }
}

// What is due and was left lying is told again after this, ms.
const reminder = 1_000
