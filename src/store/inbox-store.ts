import type { BacklogState, KindBacklog } from './backlog.ts'
import type { AttemptRecord, EntryKind, EntryState, EntrySummary, NewEntry, StoredEntry } from './entry.ts'

/**
 * What became of an entry that was to be accepted. Told after it is durable.
 *
 * @example
 * const acceptance: Acceptance = await opened.inbox.accept(entry, true)
 * if (acceptance.status === 'repeated') log.info({ id: acceptance.id }, 'known already')
 */
export type Acceptance =
  /** `claim` is there when it was claimed in the same breath, as asked for: it is the head of its lane. */
  | { readonly status: 'accepted'; readonly claim?: Claim }
  /**
   * Known: nothing was written. `id` and `state` are those of the entry that is kept, if it still is. `isConflict` where that
   * is, or was, a conflict: its identity came first with another fingerprint.
   */
  | {
      readonly status: 'repeated'
      readonly id: string
      readonly state: EntryState | undefined
      readonly isConflict?: true
    }
  /** Its identity is known with another fingerprint: kept under `id`, with `conflictsWith` set. */
  | { readonly status: 'conflict'; readonly id: string; readonly conflictsWith: string; readonly claim?: Claim }

/**
 * The right to work on an entry: it holds until it is settled, or its owner is taken for dead.
 *
 * @example
 * const [claim]: readonly Claim[] = await opened.inbox.claim(1)
 * if (claim !== undefined) await opened.inbox.settle(claim, { state: 'handedBack' })
 */
export interface Claim {
  readonly entry: StoredEntry
  /** What settling is compared with: another claim of the same entry has another. */
  readonly fence: string
  /**
   * ms that the entry has really been kept open, by spans that no step of the calendar makes longer or shorter: what it was
   * put off by, or how long this process has held the store since it came. Left out by stores that tell the time by `now`.
   */
  readonly age?: number | undefined
}

/**
 * How an attempt ended.
 *
 * @example
 * const settlement: Settlement = { state: 'waiting', retryIn: 2_000, attempt }
 * const isMine = await opened.inbox.settle(claim, settlement)
 */
export type Settlement =
  | ({ readonly state: 'done'; readonly attempt: AttemptRecord } & Reviewed)
  /** To be tried again after `retryIn` ms; its lane waits for it. It counts as one more failure. */
  | { readonly state: 'waiting'; readonly retryIn: number; readonly attempt: AttemptRecord }
  /** Frees the lane. It counts as one more failure. */
  | ({ readonly state: 'dead'; readonly attempt: AttemptRecord } & Reviewed)
  /** It could not be read again, or what it says was not confirmed. Frees the lane. */
  | ({ readonly state: 'rejected'; readonly reason: string } & Reviewed)
  /**
   * Untried, as if it had not been claimed: due at once, or after `retryIn` ms. Uses up no attempt. `reason`: what it waits
   * for. It's shown until the entry is settled otherwise; left out, the one before stays.
   */
  | { readonly state: 'handedBack'; readonly retryIn?: number; readonly reason?: string }

/**
 * Whether a person should look at an entry that has ended. It is written together with the end.
 *
 * @example
 * const settlement: Settlement & Reviewed = { state: 'done', attempt, review: ['overpaid'] }
 */
export interface Reviewed {
  /**
   * The reasons. They open a review, or take the place of those of an open one. One that is settled is opened again only by
   * a reason that it did not have. None at all settle an open one, by nobody. Left out: nothing changes.
   */
  readonly review?: readonly string[] | undefined
}

/**
 * How a person settles a review.
 *
 * @example
 * const settling: ReviewSettling = { by: 'Ama', note: 'gave 2.00 back' }
 */
export interface ReviewSettling {
  /** Who, as they are called. */
  readonly by: string
  readonly note: string | null
}

/**
 * What somebody has seen of an entry whose review they settle.
 *
 * @example
 * const seen: SeenReview = { reasons: ['overpaid'], attempts: 1 }
 * const isSettled = await look.inbox.settleReview('default', id, { by: 'Ama', note: null }, seen)
 */
export interface SeenReview {
  /** Those of the review, in their order. Left out: whatever they are. */
  readonly reasons?: readonly string[] | undefined
  /** The number of its last attempt, 0 for none. Left out: whatever it is. */
  readonly attempts?: number | undefined
}

/**
 * What is looked for; entries must fit all that is given.
 *
 * @example
 * const filter: EntryFilter = { registration: 'default', states: ['dead'], since: Date.now() - 86_400_000 }
 * const { dead } = await look.inbox.count(filter)
 */
export interface EntryFilter {
  readonly registration: string
  readonly states?: readonly EntryState[] | undefined
  readonly kinds?: readonly EntryKind[] | undefined
  readonly lane?: string | undefined
  /** Exactly. */
  readonly reference?: string | undefined
  /** Exactly. It costs the few entries that have it, whatever else there is. */
  readonly session?: string | undefined
  /** One of the digests of its phones, exactly. It costs the few entries that have it, whatever else there is. */
  readonly phone?: string | undefined
  /** Only those that conflict with another, and were not found to agree with it. */
  readonly conflicts?: boolean | undefined
  /** Only those with an open review. It costs those, whatever else there is. */
  readonly needsReview?: boolean | undefined
  /** true: without `followUpKinds` that are done. There are a few for each payment, so a page may walk past them. */
  readonly omitDoneFollowUps?: boolean | undefined
  /** Received at this time or later, epoch ms. */
  readonly since?: number | undefined
  /** Received before this time, epoch ms. */
  readonly until?: number | undefined
}

/**
 * What is counted.
 *
 * @example
 * const done: EntryCount = { registration: 'default', states: ['done'], most: 1_000 }
 * const isMany = (await look.inbox.count(done)).done === 1_000
 */
export interface EntryCount extends EntryFilter {
  /** Counting ends at this many, of all states together: it costs no more than those. Left out, all are counted. */
  readonly most?: number | undefined
}

/**
 * A page of a list, newest first.
 *
 * @example
 * const query: EntryQuery = { registration: 'default', reference: 'order-1', limit: 20 }
 * const { entries, next } = await look.inbox.list(query)
 */
export interface EntryQuery extends EntryFilter {
  /**
   * true: only those that wait or run, and are the oldest of their lane. With a lane it costs no more than one entry, whatever
   * stands behind it.
   */
  readonly heads?: boolean | undefined
  /** At most this many; 1 to 1,000. */
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * A page of entries.
 *
 * @example
 * const first: EntryPage = await look.inbox.list(query)
 * const second = first.next && (await look.inbox.list({ ...query, cursor: first.next }))
 */
export interface EntryPage {
  readonly entries: readonly EntrySummary[]
  /** The cursor of the page that follows; undefined on the last. */
  readonly next: string | undefined
}

/**
 * The inbox for people and tools.
 *
 * @example
 * const inbox: InboxLook = (await store.look()).inbox
 * const entry = await inbox.get('default', 'checkout:checkoutId:c1|paid')
 */
export interface InboxLook {
  /**
   * Whether what is asked of `replay` and `settleReview` at one moment is done in that order, all of it or nothing, and so are lines of the
   * trail. Left out: those of one lane are asked for one after another.
   */
  readonly inOrder?: boolean | undefined
  list(query: EntryQuery): Promise<EntryPage>
  get(registration: string, id: string): Promise<StoredEntry | undefined>
  count(filter: EntryCount): Promise<Readonly<Record<EntryState, number>>>
  /**
   * What is not done, by kind; a kind that has nothing is left out. Asked for every few seconds: it costs as much as there is
   * to count, however many entries are done.
   *
   * @param states only these are counted, and the others aren't looked at; default all four
   */
  backlog(registration: string, states?: readonly BacklogState[]): Promise<readonly KindBacklog[]>
  /**
   * Asks for an entry again: done, dead and rejected ones wait once more, under their own id and in their place in
   * the lane, with `replay` set and no failures. Beside a running SQLite application it is a request to it.
   *
   * @param attempts only if the number of its last attempt is this, 0 for none: so what was decided about an entry that
   * somebody saw isn't done to one that has been replayed since. It's compared in the same step.
   * @returns false when there is none, it waits or runs already, or has other attempts
   */
  replay(registration: string, id: string, attempts?: number): Promise<boolean>
  /**
   * Asks for dead entries again, the oldest first, so that each lane keeps its order; those with `states` other
   * than dead are not touched.
   *
   * @returns how many, at most `most`: call again until it is 0
   */
  redrive(filter: EntryFilter, most: number): Promise<number>
  /**
   * Settles the review of an entry, now. Its state stays. Durable when it resolves.
   *
   * @param seen only if the entry is still so: what was decided about a review that somebody saw isn't done to one that has
   * other reasons by now. It's compared in the same step.
   * @returns false when there is no such entry, its review is not open, or it isn't as it was seen
   */
  settleReview(registration: string, id: string, settling: ReviewSettling, seen?: SeenReview): Promise<boolean>
}

/**
 * What an inbox is told to keep. ms
 *
 * @example
 * const day = 86_400_000
 * const retention: InboxRetention = { entries: 90 * day, identities: 400 * day, rejected: 10_000 }
 * while ((await opened.inbox.sweep(retention, 1_000)) > 0) continue
 */
export interface InboxRetention {
  /** Entries that are done, dead or rejected are forgotten this long after; with an open review after `identities`. */
  readonly entries: number
  /** Identities are forgotten this long after their entry was accepted, but never before it is finished. */
  readonly identities: number
  /**
   * Entries that were accepted with the state `rejected` are bounded by count too: the oldest go. Those that were
   * settled `rejected` are not counted and stay as long as others that are finished: their identity is known for longer,
   * so their push would be lost when it comes again and is true by then.
   */
  readonly rejected: number
}

/**
 * The inbox of a registration: accepts notifications, hands them out in lanes, and remembers how they ended.
 *
 * Every method may be called at any time and rejects with `FMW_STORE_UNAVAILABLE` while the store cannot do it. What
 * rejected may have happened all the same: asking again must be harmless, and is.
 *
 * @example
 * const inbox: InboxStore = opened.inbox
 * for (const claim of await inbox.claim(16)) {
 *   const attempt = await work(claim.entry)
 *   await inbox.settle(claim, { state: 'done', attempt })
 * }
 */
export interface InboxStore extends InboxLook {
  /**
   * Keeps a notification. Answers when it is as durable as the store promises: many at once are written together, and a store
   * that has nothing to wait for answers at once.
   *
   * @param claim asks for the entry itself if it is the head of its lane. A store may disregard it.
   */
  accept(entry: NewEntry, claim: boolean): Promise<Acceptance> | Acceptance
  /** Heads of lanes that are due, in order of their due time; no lane twice, none that is claimed. */
  claim(most: number): Promise<readonly Claim[]>
  /**
   * Ends a claim. Answers when it is durable, or at once as above.
   *
   * @returns false when the claim was lost: another took the entry over
   */
  settle(claim: Claim, settlement: Settlement): Promise<boolean> | boolean
  /**
   * Puts other bytes in the place of those of an entry that is claimed: what was found out about it, so that it is the same at
   * each attempt. Resolves when it is durable.
   *
   * @returns false when the claim was lost: another took the entry over
   */
  rewrite(claim: Claim, payload: Uint8Array): Promise<boolean>
  /**
   * Notes of an entry that is claimed and conflicts with another that the two were found to agree: it gets a settled review
   * without reasons, unless it has a review, and `EntryFilter.conflicts` finds it no more. Resolves when it is durable. A
   * store without it lists it on.
   *
   * @returns false when the claim was lost: another took the entry over
   */
  agree?(claim: Claim): Promise<boolean>
  /**
   * Joins the attempt that a handler sees to its claim, for a store whose transactions end claims themselves: with this
   * review.
   */
  attach?(attempt: object, claim: Claim, review: Reviewed): void
  /**
   * The transaction of the application that is open in an attempt and would end its claim; undefined where none is. An attempt
   * whose handler has returned is not over before it, and fails as it does.
   */
  transactionOf?(attempt: object): Promise<void> | undefined
  /** Whether a transaction of the application has ended a claim: whatever the handler does now, the entry is done. */
  hasEnded?(claim: Claim): boolean
  /** Is called when there may be something to claim, at the latest a second after it is due. One listener. */
  onWork(listener: () => void): void
  /**
   * Forgets what is past its time. The identity of a push that was not handled, dead or rejected, goes with its entry, so that
   * the push is new when it comes again; that of `followUpKinds` stays.
   *
   * @returns how many rows; call again until it is 0
   */
  sweep(retention: InboxRetention, most: number): Promise<number>
}
