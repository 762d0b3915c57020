import type { EntryState, NewEntry, StoredEntry } from '../../entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import type {
  Acceptance,
  Claim,
  EntryFilter,
  EntryPage,
  EntryQuery,
  InboxRetention,
  InboxStore,
  Settlement,
} from '../../inbox-store.ts'
import { pageOf } from '../page.ts'
import type { Holdings } from './entry-record.ts'
import { type EntryRecord, fitsEntry } from './entry-record.ts'
import type { MemoryEntries } from './memory-entries.ts'

/** The inbox in memory, as one of those who opened it has it. */
export class MemoryInbox implements InboxStore {
  readonly #own: MemoryEntries
  /** Of every registration that shares the store. */
  readonly #shelves: ReadonlyMap<string, MemoryEntries>
  readonly #holdings: Holdings = new Map()
  #isOpen = true

  constructor(own: MemoryEntries, shelves: ReadonlyMap<string, MemoryEntries>) {
    this.#own = own
    this.#shelves = shelves
  }

  async accept(entry: NewEntry, claim: boolean): Promise<Acceptance> {
    this.#checkOpen()
    return this.#own.accept(entry, claim ? this.#holdings : undefined)
  }

  async claim(most: number): Promise<readonly Claim[]> {
    this.#checkOpen()
    return this.#own.claim(most, this.#holdings)
  }

  async settle(claim: Claim, settlement: Settlement): Promise<boolean> {
    this.#checkOpen()
    return this.#own.settle(claim, settlement)
  }

  async rewrite(claim: Claim, payload: Uint8Array): Promise<boolean> {
    this.#checkOpen()
    return this.#own.rewrite(claim, payload)
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

  async count(filter: EntryFilter): Promise<Readonly<Record<EntryState, number>>> {
    this.#checkOpen()
    const counts = { waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }
    for (const { state } of this.#fitting(filter)) counts[state]++
    return counts
  }

  async replay(registration: string, id: string): Promise<boolean> {
    this.#checkOpen()
    return this.#shelves.get(registration)?.replay(id) ?? false
  }

  async redrive(filter: EntryFilter, most: number): Promise<number> {
    this.#checkOpen()
    return this.#shelves.get(filter.registration)?.redrive(filter, most) ?? 0
  }

  /** What it claimed waits again, and nothing more is done by it. */
  close(): void {
    this.#isOpen = false
    this.#own.bell.remove(this)
    this.#own.handBack(this.#holdings)
  }

  #fitting(filter: EntryFilter): EntryRecord[] {
    const entries = this.#shelves.get(filter.registration)?.all ?? []
    return [...entries].filter(fitsEntry(filter))
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
  }
}

function withoutBytes(record: EntryRecord): EntryPage['entries'][number] {
  const { form: _form, payload: _payload, ...summary } = record.toEntry()
  return summary
}
