import { BacklogCount, type BacklogState, backlogStates, type KindBacklog } from '../../backlog.ts'
import type { EntryState, NewEntry, StoredEntry } from '../../entry.ts'
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
import { pageOf } from '../page.ts'
import { type EntryRecord, fitsEntry } from './lanes.ts'
import type { MemoryEntries } from './memory-entries.ts'

/** The inbox in memory, as one of those who opened it has it. */
export class MemoryInbox implements InboxStore {
  readonly #own: MemoryEntries
  /** Of every registration that shares the store. */
  readonly #shelves: ReadonlyMap<string, MemoryEntries>
  #isOpen = true

  constructor(own: MemoryEntries, shelves: ReadonlyMap<string, MemoryEntries>) {
    this.#own = own
    this.#shelves = shelves
  }

  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> | Acceptance {
    try {
      this.#checkOpen()
      return this.#own.accept(entry, claim ? this : undefined)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async claim(most: number): Promise<readonly Claim[]> {
    this.#checkOpen()
    return this.#own.claim(most, this)
  }

  settle(claim: Claim, settlement: Settlement): Promise<boolean> | boolean {
    return this.#isOpen ? this.#own.settle(claim, settlement) : Promise.reject(wasClosed())
  }

  async rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    this.#checkOpen()
    return this.#own.rewrite(claim, payload)
  }

  async agree(claim: Claim): Promise<boolean> {
    this.#checkOpen()
    return this.#own.agree(claim)
  }

  onWork(listener: () => void): void {
    if (this.#isOpen) this.#own.listen(this, listener)
  }

  async sweep(retention: InboxRetention, most: number): Promise<number> {
    this.#checkOpen()
    return this.#own.sweep(retention, most)
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    this.#checkOpen()
    const { items, next } = pageOf(this.#fitting(query), query.limit, query.cursor)
    return { entries: items.map(withoutBytes), next }
  }

  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    this.#checkOpen()
    return this.#shelves.get(registration)?.get(id)?.toEntry()
  }

  async count({
    most = Number.POSITIVE_INFINITY,
    ...filter
  }: EntryCount): Promise<Readonly<Record<EntryState, number>>> {
    this.#checkOpen()
    const counts = { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }
    let counted = 0
    for (const { state } of this.#fitting(filter)) {
      if (counted++ >= most) break
      counts[state]++
    }
    return counts
  }

  async backlog(registration: string, states?: readonly BacklogState[]): Promise<readonly KindBacklog[]> {
    this.#checkOpen()
    const found = new BacklogCount(states)
    for (const { kind, state, receivedAt } of this.#shelves.get(registration)?.among({ states: backlogStates }) ?? [])
      found.add(kind, state, 1, receivedAt)
    return found.kinds
  }

  async replay(registration: string, id: string, attempts?: number): Promise<boolean> {
    this.#checkOpen()
    return this.#shelves.get(registration)?.replay(id, attempts) ?? false
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    this.#checkOpen()
    return this.#shelves.get(filter.registration)?.redrive(filter, most) ?? 0
  }

  async settleReview(
    registration: string,
    id: string,
    settling: ReviewSettling,
    seen: SeenReview = {},
  ): Promise<boolean> {
    this.#checkOpen()
    return this.#shelves.get(registration)?.settleReview(id, settling, seen) ?? false
  }

  /** What it claimed waits again, and nothing more is done by it. */
  close(): void {
    this.#isOpen = false
    this.#own.bell.remove(this)
    this.#own.handBack(this)
  }

  #fitting(filter: EntryFilter & Pick<EntryQuery, 'heads'>): EntryRecord[] {
    const entries = this.#shelves.get(filter.registration)?.among(filter) ?? []
    return [...entries].filter(fitsEntry(filter))
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw wasClosed()
  }
}

function wasClosed(): Error {
  return new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
}

function withoutBytes(record: EntryRecord): EntryPage['entries'][number] {
  const { form: _form, payload: _payload, ...summary } = record.toEntry()
  return summary
}
