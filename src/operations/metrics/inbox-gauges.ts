import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { isTurnKind } from '../../pushes/kinds.ts'
import type { Measured } from '../../registration/merchant.ts'
import { backlogStates, type KindBacklog } from '../../store/backlog.ts'
import { type EntryKind, entryKinds, followUpKinds } from '../../store/entry.ts'
import type { Instruments } from './instruments.ts'

/**
 * What the store of a registration says of its inbox, as it was last read. A store that does not answer keeps a scrape for a
 * moment, once; what is known stays, and its age grows.
 */
export class InboxGauges {
  readonly #measured: Measured
  /** Those that are shown: what has vanished is shown as none. */
  readonly #kinds: Set<EntryKind>
  #known: readonly KindBacklog[] | undefined
  #reviews: ReadonlyMap<EntryKind, number> = new Map()
  /** Monotonic ms. */
  #readAt: number
  #isAsked = false

  constructor(measured: Measured) {
    this.#measured = measured
    this.#readAt = measured.time.monotonic()
    const received = measured.received.flatMap(({ kind }) => (isTurnKind(kind) ? [] : kind))
    this.#kinds = new Set([...received, ...followUpKinds])
  }

  /** Asks the store, unless it still owes an answer. */
  async refresh(): Promise<void> {
    if (this.#isAsked) return
    this.#isAsked = true
    const { inbox, time } = this.#measured
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = time.after(patience, resolve)
    Promise.all([inbox.backlog(), openReviews(inbox)])
      .then(([kinds, reviews]) => {
        this.#known = kinds
        this.#reviews = reviews
        this.#readAt = time.monotonic()
      })
      // `merchant_store_ok` and the age tell of it.
      .catch(() => undefined)
      .finally(() => {
        this.#isAsked = false
        cancel()
        resolve()
      })
    await promise
  }

  show(instruments: Instruments): void {
    const { name: registration, time, health, received, stopped } = this.#measured
    instruments.set('merchant_store_ok', { registration }, health().ok ? 1 : 0)
    for (const { kind } of received) {
      instruments.set('merchant_kind_stopped', { registration, kind }, stopped.has(kind) ? 1 : 0)
    }
    const age = (time.monotonic() - this.#readAt) / 1_000
    instruments.set('merchant_inbox_read_age_seconds', { registration }, age)
    if (this.#known === undefined) return
    const found = new Map(this.#known.map((each) => [each.kind, each]))
    for (const kind of [...found.keys(), ...this.#reviews.keys()]) this.#kinds.add(kind)
    for (const kind of this.#kinds) {
      const labels = { registration, kind }
      const { oldestWaiting = null, ...counts } = found.get(kind) ?? none
      for (const state of backlogStates) instruments.set('merchant_inbox_entries', { ...labels, state }, counts[state])
      instruments.set('merchant_inbox_reviews', labels, this.#reviews.get(kind) ?? 0)
      const waits = oldestWaiting === null ? 0 : Math.max(0, time.now() - oldestWaiting) / 1_000
      instruments.set('merchant_inbox_oldest_waiting_seconds', labels, waits)
    }
  }
}

const none: Omit<KindBacklog, 'kind'> = { waiting: 0, running: 0, dead: 0, rejected: 0, oldestWaiting: null }

// ms. Prometheus gives a scrape 10 s.
const patience = 250

/** How many entries need review, by kind; 1,000 at most each. Where none does, which is usual, it is one question. */
async function openReviews(inbox: Inbox): Promise<ReadonlyMap<EntryKind, number>> {
  if ((await count(inbox, {}, 1)) === 0) return new Map()
  return new Map(
    await Promise.all(entryKinds.map(async (kinds) => [kinds, await count(inbox, { kinds }, most)] as const)),
  )
}

async function count(inbox: Inbox, filter: InboxFilter, most: number): Promise<number> {
  const counts = await inbox.count({ ...filter, needsReview: true }, { most })
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}

const most = 1_000
