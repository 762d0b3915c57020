import { Chain } from '../../../chain.ts'
import { BacklogCount, type BacklogState, type KindBacklog } from '../../backlog.ts'
import {
  conflictId,
  type EntryReview,
  type EntryState,
  isUnhandledPush,
  type NewEntry,
  type StoredEntry,
} from '../../entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import type {
  Acceptance,
  Claim,
  EntryCount,
  EntryFilter,
  EntryPage,
  EntryQuery,
  InboxRetention,
  InboxStore,
  ReviewSettling,
  SeenReview,
  Settlement,
} from '../../inbox-store.ts'
import { pageOf } from '../../lists/page.ts'
import { agreedReview, isOpenReview, reviewAfter } from '../../review.ts'
import { Member } from '../member.ts'
import type { MemoryBounds, SteadyClock } from '../settings.ts'
import { Identities, type Known } from './identities.ts'
import { bytesOfEntry, type EntryFacts, EntryRecord, fitsEntry, type Lane, Lanes, WorkNotifier } from './lanes.ts'

/** The inbox in memory, as one of those who opened it has it. */
export class MemoryInbox extends Member implements InboxStore {
  readonly #own: MemoryEntries
  /** Of every registration that shares the store. */
  readonly #shelves: ReadonlyMap<string, MemoryEntries>

  constructor(own: MemoryEntries, shelves: ReadonlyMap<string, MemoryEntries>) {
    super()
    this.#own = own
    this.#shelves = shelves
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> | Acceptance {
    try {
      this.checkOpen()
      return this.#own.accept(entry, claim ? this : undefined)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async claim(most: number): Promise<readonly Claim[]> {
    this.checkOpen()
    return this.#own.claim(most, this)
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> | boolean {
    try {
      this.checkOpen()
      return this.#own.settle(claim, settlement)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    this.checkOpen()
    return this.#own.rewrite(claim, payload)
  }

  async agree(claim: Claim): Promise<boolean> {
    this.checkOpen()
    return this.#own.agree(claim)
  }

  onWork(listener: () => void): void {
    if (this.isOpen) this.#own.listen(this, listener)
  }

  async sweep(retention: InboxRetention, most: number): Promise<number> {
    this.checkOpen()
    return this.#own.sweep(retention, most)
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    this.checkOpen()
    const { items, next } = pageOf(this.#fitting(query), query.limit, query.cursor)
    return { entries: items.map(withoutBytes), next }
  }

  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    this.checkOpen()
    return this.#shelves.get(registration)?.get(id)?.toEntry()
  }

  async count({
    most = Number.POSITIVE_INFINITY,
    ...filter
  }: EntryCount): Promise<Readonly<Record<EntryState, number>>> {
    this.checkOpen()
    const counts = { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }
    let counted = 0
    for (const { state } of this.#fitting(filter)) {
      if (counted++ >= most) break
      counts[state]++
    }
    return counts
  }

  async backlog(registration: string, states?: readonly BacklogState[]): Promise<readonly KindBacklog[]> {
    this.checkOpen()
    const found = new BacklogCount(states)
    for (const { kind, state, receivedAt } of this.#shelves.get(registration)?.among({ registration }) ?? [])
      found.add(kind, state, 1, receivedAt)
    return found.kinds
  }

  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    this.checkOpen()
    return this.#shelves.get(registration)?.replay(id, attempts) ?? false
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    this.checkOpen()
    return this.#shelves.get(filter.registration)?.redrive(filter, most) ?? 0
  }

  async settleReview(
    registration: string,
    id: string,
    settling: ReviewSettling,
    seen: SeenReview = {},
  ): Promise<boolean> {
    this.checkOpen()
    return this.#shelves.get(registration)?.settleReview(id, settling, seen) ?? false
  }

  /** What it claimed waits again, and nothing more is done by it. */
  override close(): void {
    super.close()
    this.#own.bell.remove(this)
    this.#own.handBack(this)
  }

  #fitting(filter: EntryFilter & Pick<EntryQuery, 'heads'>): EntryRecord[] {
    const entries = this.#shelves.get(filter.registration)?.among(filter) ?? []
    return [...entries].filter(fitsEntry(filter))
  }
}

/** The number of the last attempt; 0 for none. */
function lastAttempt({ attempts }: Pick<EntryRecord, 'attempts'>): number {
  return attempts.at(-1)?.number ?? 0
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}

function withoutBytes(record: EntryRecord): EntryPage['entries'][number] {
  const { form: _form, payload: _payload, ...summary } = record.toEntry()
  return summary
}

/** The entries of one registration, for everyone who opened it. */
export class MemoryEntries {
  readonly bell: WorkNotifier
  readonly #bounds: MemoryBounds
  readonly #clock: SteadyClock
  readonly #entries = new Map<string, EntryRecord>()
  readonly #ofSessions = new Index<EntryRecord>()
  readonly #inReview = new Set<EntryRecord>()
  readonly #lanes = new Lanes()
  readonly #identities: Identities
  /** In the order in which they were finished. */
  readonly #finished = new Chain<EntryRecord>()
  #finishedBytes = 0
  #unfinishedBytes = 0
  #accepted = 0
  #claims = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
    this.#clock = bounds.clock
    this.bell = new WorkNotifier(bounds.clock)
    this.#identities = new Identities(bounds.identities, bounds.identityBytes)
  }

  /** Those that are looked through for a filter. */
  among({ session, needsReview }: EntryFilter): Iterable<EntryRecord> {
    if (needsReview === true) return this.#inReview
    return session === undefined ? this.#entries.values() : this.#ofSessions.get(session)
  }

  get(id: string): EntryRecord | undefined {
    return this.#entries.get(id)
  }

  /** @param claimant takes the entry at once if it is the head of its lane */
  accept(entry: NewEntry, claimant: object | undefined): Acceptance {
    const now = this.#clock.now()
    if (entry.state === 'rejected') return this.#keepRejected(entry, now)
    const known = this.#identities.find(entry.identity, now, this.#entries.get(entry.identity)?.known)
    if (known === undefined) return this.#keep(entry, now, claimant)
    if (known.fingerprint === entry.fingerprint) return this.#repeated(known.id)
    return this.#keepConflict(entry, known, now, claimant)
  }

  claim(most: number, claimant: object): readonly Claim[] {
    const now = this.#clock.now()
    const claims: Claim[] = []
    while (claims.length < most) {
      const lane = this.#lanes.earliest
      if (lane?.first === undefined || lane.dueAt > now) break
      claims.push(this.#claim(lane, lane.first, claimant))
    }
    this.bell.remindOf(this.#lanes.earliest?.dueAt)
    return claims
  }

  settle(claim: Claim, settlement: Settlement): boolean {
    const record = this.#held(claim)
    if (record?.lane === undefined) return false
    this.#end(record, record.lane, settlement)
    this.bell.setFor(this.#lanes.earliest?.dueAt)
    return true
  }

  rewrite(claim: Claim, payload: Uint8Array): boolean {
    const record = this.#held(claim)
    if (record === undefined) return false
    this.#unfinishedBytes -= record.bytes
    record.payload = payload
    this.#unfinishedBytes += record.bytes
    return true
  }

  agree(claim: Claim): boolean {
    const record = this.#held(claim)
    if (record === undefined) return false
    record.review ??= agreedReview(this.#clock.now())
    return true
  }

  #held(claim: Claim): EntryRecord | undefined {
    const record = claim instanceof RecordClaim ? claim.record : this.#entries.get(claim.entry.id)
    return record?.fence === claim.fence ? record : undefined
  }

  /** What someone claimed and did not settle waits again. */
  handBack(claimant: object): void {
    for (const { lane, claimed } of this.#lanes.heldBy(claimant)) this.#end(claimed, lane, { state: 'handedBack' })
    this.bell.setFor(this.#lanes.earliest?.dueAt)
  }

  replay(id: string, attempts?: number): boolean {
    const record = this.#entries.get(id)
    if (record === undefined || record.lane !== undefined) return false
    if (attempts !== undefined && lastAttempt(record) !== attempts) return false
    this.#finished.remove(record)
    this.#finishedBytes -= record.finishedBytes
    record.state = 'waiting'
    record.replay = true
    record.failures = 0
    record.finishedAt = null
    record.reason = null
    record.dueAt = this.#clock.now()
    this.#lanes.arrange(this.#place(record))
    this.bell.setFor(this.#lanes.earliest?.dueAt)
    return true
  }

  redrive(filter: EntryFilter, most: number): number {
    const fits = fitsEntry(filter)
    const dead = [...this.#finished].filter((record) => record.state === 'dead' && fits(record))
    const oldest = dead.sort((one, other) => one.order - other.order).slice(0, most)
    for (const { id } of oldest) this.replay(id)
    return oldest.length
  }

  settleReview(id: string, { by, note }: ReviewSettling, { reasons, attempts }: SeenReview): boolean {
    const record = this.#entries.get(id)
    if (record?.review === undefined || !this.#inReview.has(record)) return false
    if (reasons !== undefined && !isSameList(record.review.reasons, reasons)) return false
    if (attempts !== undefined && lastAttempt(record) !== attempts) return false
    this.#review(record, { ...record.review, settledAt: this.#clock.now(), settledBy: by, note })
    return true
  }

  sweep(retention: InboxRetention, most: number): number {
    const now = this.#clock.now()
    const old = this.#sweepEntries(now, retention, most)
    const unread = this.#sweepUnread(retention.rejected, most - old)
    const identities = this.#identities.sweep(now - retention.identities, now, most - old - unread)
    return old + unread + identities
  }

  /** Rings for what waits already. */
  listen(owner: object, listener: () => void): void {
    this.bell.add(owner, listener)
    this.bell.setFor(this.#lanes.earliest?.dueAt)
  }

  #repeated(id: string): Extract<Acceptance, { status: 'repeated' }> {
    return { status: 'repeated', id, state: this.#entries.get(id)?.state }
  }

  #keepRejected(entry: NewEntry, now: number): Acceptance {
    if (this.#entries.has(entry.id)) return this.#repeated(entry.id)
    const record = this.#record(entry, { id: entry.id, conflictsWith: null, known: undefined, now })
    this.#toFinished(record, 'rejected')
    return { status: 'accepted' }
  }

  #keep(entry: NewEntry, now: number, claimant: object | undefined): Acceptance {
    if (this.#entries.has(entry.id)) return this.#repeated(entry.id)
    this.#checkRoom(entry)
    const known = this.#identities.add(entry, now)
    const record = this.#record(entry, { id: entry.id, conflictsWith: null, known, now })
    const claim = this.#await(record, claimant)
    return claim === undefined ? { status: 'accepted' } : { status: 'accepted', claim }
  }

  #keepConflict(entry: NewEntry, known: Known, now: number, claimant: object | undefined): Acceptance {
    const id = conflictId(known.id, entry.fingerprint)
    if (known.conflicts?.has(entry.fingerprint) || this.#entries.has(id)) {
      return { ...this.#repeated(id), isConflict: true }
    }
    this.#checkRoom(entry)
    const record = this.#record(entry, { id, conflictsWith: known.id, known, now })
    const claim = this.#await(record, claimant)
    this.#identities.addConflict(known, entry.fingerprint)
    const conflict = { status: 'conflict', id, conflictsWith: known.id } as const
    return claim === undefined ? conflict : { ...conflict, claim }
  }

  #record(entry: NewEntry, facts: EntryFacts): EntryRecord {
    const record = new EntryRecord(entry, ++this.#accepted, facts)
    this.#entries.set(record.id, record)
    if (record.session !== undefined) this.#ofSessions.add(record.session, record)
    return record
  }

  #checkRoom({ id, lane, payload }: NewEntry): void {
    const { unfinished, bytes } = this.#bounds
    if (this.#entries.size - this.#finished.size >= unfinished) {
      throw new FMW_STORE_UNAVAILABLE('memory', `${unfinished} entries wait already`)
    }
    if (this.#unfinishedBytes + bytesOfEntry(id, lane, payload) > bytes) {
      throw new FMW_STORE_UNAVAILABLE('memory', `entries of ${bytes} bytes wait already`)
    }
  }

  /** A new entry takes its place, or is claimed at once. */
  #await(record: EntryRecord, claimant: object | undefined): Claim | undefined {
    const lane = this.#place(record)
    if (claimant !== undefined && lane.first === record) return this.#claim(lane, record, claimant)
    if (lane.first === record) {
      this.#lanes.arrange(lane)
      this.bell.setFor(this.#lanes.earliest?.dueAt)
    }
    return undefined
  }

  #place(record: EntryRecord): Lane {
    this.#unfinishedBytes += record.bytes
    if (record.known !== undefined) this.#identities.hold(record.known)
    return this.#lanes.add(record)
  }

  #claim(lane: Lane, record: EntryRecord, claimant: object): Claim {
    this.#lanes.claim(lane, record)
    record.state = 'running'
    const fence = String(++this.#claims)
    record.fence = fence
    record.holder = claimant
    return new RecordClaim(record, fence, this.#clock.now() - record.acceptedAt)
  }

  #end(record: EntryRecord, lane: Lane, settlement: Settlement): void {
    record.fence = undefined
    record.holder = undefined
    lane.claimed = undefined
    if (settlement.state === 'waiting' || settlement.state === 'handedBack') {
      record.state = 'waiting'
      if (settlement.state === 'waiting') {
        record.addAttempt(settlement.attempt)
        record.failures++
        record.reason = null
      } else {
        record.reason = settlement.reason ?? record.reason
      }
      if (settlement.retryIn !== undefined) record.dueAt = this.#clock.now() + settlement.retryIn
      this.#lanes.arrange(lane)
      return
    }
    record.reason = settlement.state === 'rejected' ? settlement.reason : null
    if (settlement.state !== 'rejected') record.addAttempt(settlement.attempt)
    if (settlement.state === 'dead') record.failures++
    if (settlement.review !== undefined) {
      this.#review(record, reviewAfter(record.review, settlement.review, this.#clock.now()))
    }
    this.#lanes.remove(lane, record)
    this.#unfinishedBytes -= record.bytes
    this.#toFinished(record, settlement.state)
    if (record.known !== undefined) this.#identities.release(record.known)
  }

  #toFinished(record: EntryRecord, state: EntryState): void {
    record.state = state
    record.finishedAt = this.#clock.now()
    this.#finishedBytes += record.finishedBytes
    this.#finished.append(record)
    const { finished, bytes } = this.#bounds
    let oldest = this.#finished.first
    while (oldest !== undefined && (this.#finished.size > finished || this.#finishedBytes > bytes)) {
      this.#forget(oldest)
      oldest = this.#finished.first
    }
  }

  #review(record: EntryRecord, review: EntryReview | undefined): void {
    record.review = review
    if (isOpenReview(review)) this.#inReview.add(record)
    else this.#inReview.delete(record)
  }

  #sweepEntries(now: number, { entries, identities }: InboxRetention, most: number): number {
    let forgotten = 0
    for (const record of this.#finished) {
      const age = now - Number(record.finishedAt)
      if (forgotten >= most || age < entries) break
      if (age < identities && this.#inReview.has(record)) continue
      this.#forget(record)
      forgotten++
    }
    return forgotten
  }

  /** Only what was rejected on arrival: what was rejected later is looked into again when its push comes again. */
  #sweepUnread(kept: number, most: number): number {
    const unread = [...this.#finished].filter(({ state, known }) => state === 'rejected' && known === undefined)
    const oldest = unread.slice(0, Math.min(most, Math.max(0, unread.length - kept)))
    for (const record of oldest) this.#forget(record)
    return oldest.length
  }

  #forget(record: EntryRecord): void {
    const { kind, state, known, session } = record
    if (known !== undefined && isUnhandledPush(kind, state)) this.#identities.forgetUnhandled(known)
    this.#finished.remove(record)
    this.#inReview.delete(record)
    this.#finishedBytes -= record.finishedBytes
    this.#entries.delete(record.id)
    if (known !== undefined && record.id === known.identity) this.#identities.setApart(known)
    if (session !== undefined) this.#ofSessions.delete(session, record)
  }
}

/** A claim that need not look for its entry. */
class RecordClaim implements Claim {
  readonly entry: StoredEntry
  readonly fence: string
  readonly age: number
  readonly #record: EntryRecord

  constructor(record: EntryRecord, fence: string, age: number) {
    this.entry = record.toEntry()
    this.fence = fence
    this.age = age
    this.#record = record
  }

  get record(): EntryRecord {
    return this.#record
  }
}

/** Things by a name that several may have: as a rule one has it, and needs no set of its own. */
class Index<Item extends object> {
  readonly #items = new Map<string, Item | Several<Item>>()

  get(name: string): Iterable<Item> {
    const found = this.#items.get(name)
    if (found === undefined) return []
    return found instanceof Several ? found.items : [found]
  }

  add(name: string, item: Item): void {
    const found = this.#items.get(name)
    if (found === undefined) this.#items.set(name, item)
    else if (found instanceof Several) found.items.add(item)
    else this.#items.set(name, new Several(found, item))
  }

  delete(name: string, item: Item): void {
    const found = this.#items.get(name)
    if (found instanceof Several) {
      found.items.delete(item)
      if (found.items.size > 0) return
    }
    this.#items.delete(name)
  }
}

class Several<Item> {
  readonly items: Set<Item>

  constructor(...items: readonly Item[]) {
    this.items = new Set(items)
  }
}
