import type { AttemptRecord, EntryKind, EntryState, EntrySummary } from '../store/entry.ts'
import type { NotificationEvent } from './read-entry.ts'

/**
 * A notification in the inbox, or the plugin's own follow-up: an expected payment, or a due report.
 *
 * @example
 * const inWords = ({ id, state, attempts }: InboxEntry) => `${id}: ${state}, ${attempts.at(-1)?.error ?? 'no error'}`
 */
export interface InboxEntry {
  readonly kind: EntryKind
  /** The same as `attempt.entryId` in its handler. */
  readonly id: string
  readonly state: EntryState
  /** The handler runs on entries of one lane one after another. For an inbound message, the lane names the sender. */
  readonly lane: string
  /** The reference of a payment, the id of a message, or the keyword of an inbound message. */
  readonly reference: string | null
  /** The id of the entry that this one contradicts: the same identity with another amount, reference or phone. */
  readonly conflictsWith: string | null
  readonly receivedAt: Date
  /** When the next attempt is due. Null unless the entry waits and is the first of its lane. */
  readonly dueAt: Date | null
  /** When it was done, dead or rejected. */
  readonly finishedAt: Date | null
  /** Whether it was replayed. */
  readonly replay: boolean
  /** The last attempts, oldest first: at most 20. */
  readonly attempts: readonly InboxAttempt[]
  /** Failed attempts since it was accepted or replayed. */
  readonly failures: number
  /** Why it was rejected. Null for others. */
  readonly reason: string | null
}

/**
 * One run of a handler, as the inbox remembers it.
 *
 * @example
 * const inWords = ({ number, ms, error }: InboxAttempt) => `${number}: ${error ?? 'done'} after ${ms} ms`
 */
export interface InboxAttempt extends Omit<AttemptRecord, 'startedAt'> {
  readonly startedAt: Date
}

/**
 * A notification with its push. It is not masked.
 *
 * @example
 * const { event, problem }: InboxEntryDetails = await app.merchant.inbox.get(id)
 * if (event?.kind === 'checkout') app.log.info({ outcome: event.outcome, why: event.why }, 'read again')
 */
export interface InboxEntryDetails extends InboxEntry {
  /** The event that its handler would get now. Undefined if the push can't be read, and for a follow-up. */
  readonly event: NotificationEvent | undefined
  /**
   * What the service sent: the event's `raw`. For a follow-up, what is kept about it. Undefined if it can't be read.
   */
  readonly raw: unknown
  /** The body of an unreadable request, as text. Undefined for others. */
  readonly body: string | undefined
  /** Why it can't be read. Null if it can. */
  readonly problem: string | null
}

/**
 * A page of the inbox, newest first.
 *
 * @example
 * const page: InboxPage = await app.merchant.inbox.list({ states: 'dead' })
 * console.table(page.entries, ['kind', 'id', 'receivedAt'])
 */
export interface InboxPage {
  readonly entries: readonly InboxEntry[]
  /** The `cursor` of the next page. Undefined on the last. */
  readonly next: string | undefined
}

/** An entry of the store with its dates; its bytes stay behind. */
export function toInboxEntry(entry: EntrySummary): InboxEntry {
  return {
    kind: entry.kind,
    id: entry.id,
    state: entry.state,
    lane: entry.lane,
    reference: entry.reference,
    conflictsWith: entry.conflictsWith,
    receivedAt: new Date(entry.receivedAt),
    dueAt: toDate(entry.dueAt),
    finishedAt: toDate(entry.finishedAt),
    replay: entry.replay,
    attempts: entry.attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
    failures: entry.failures,
    reason: entry.reason,
  }
}

function toDate(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment)
}
