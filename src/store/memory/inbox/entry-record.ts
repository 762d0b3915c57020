import type { AttemptRecord, EntryKind, EntryState, NewEntry, PayloadForm, StoredEntry } from '../../entry.ts'
import type { EntryFilter } from '../../inbox-store.ts'
import { Chain, type ChainLink } from '../chain.ts'
import type { Due } from './due-heap.ts'
import type { Known } from './identities.ts'

/** An entry in memory. It stands in one chain: its lane's until it is finished, then that of finished ones. */
export class EntryRecord implements ChainLink<EntryRecord> {
  /** The order of acceptance. */
  readonly order: number
  readonly kind: EntryKind
  readonly id: string
  readonly laneName: string
  readonly reference: string | null
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
  /** Of the claim that holds it. */
  fence: string | undefined = undefined
  /** Who holds it. */
  holder: Holdings | undefined = undefined
  /** Where it waits or runs; undefined once it is finished. */
  lane: Lane | undefined = undefined
  earlier: EntryRecord | undefined = undefined
  later: EntryRecord | undefined = undefined

  constructor(entry: NewEntry, facts: EntryFacts) {
    this.order = facts.order
    this.kind = entry.kind
    this.id = facts.id
    this.laneName = entry.lane
    this.reference = entry.reference
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
    return {
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
      form: this.form,
      payload: this.payload,
    }
  }

  /** What it takes: long texts count beside its payload, short ones are bounded with the count of entries. */
  get bytes(): number {
    return bytesOfEntry(this.id, this.laneName, this.payload)
  }

  /** Notes an attempt; the last twenty are kept. */
  addAttempt(attempt: AttemptRecord): void {
    const kept = this.attempts.length < attemptsKept ? this.attempts : this.attempts.slice(1)
    this.attempts = [...kept, attempt]
  }
}

/** What someone claimed and did not settle, in its lanes: it is handed back when they go. */
export type Holdings = Map<EntryRecord, Lane>

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
  readonly order: number
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
export function fitsEntry(filter: EntryFilter): (record: EntryRecord) => boolean {
  const { states, kinds, lane, reference, conflicts, since, until } = filter
  return (record) =>
    (states === undefined || states.includes(record.state)) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (lane === undefined || record.laneName === lane) &&
    (reference === undefined || record.reference === reference) &&
    (conflicts !== true || record.conflictsWith !== null) &&
    (since === undefined || record.receivedAt >= since) &&
    (until === undefined || record.receivedAt < until)
}
