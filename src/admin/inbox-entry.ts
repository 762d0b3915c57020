import type { AttemptRecord, EntryState, EntrySummary } from '../store/entry.ts'
import type { EntryKind } from '../store/entry-kinds.ts'
import type { NotificationEvent } from './read-entry.ts'

/**
 * A notification in the inbox, or a follow-up of the application's own: a payment that is expected, a report that is due.
 *
 * @example
 * const inWords = ({ id, state, attempts }: InboxEntry) => `${id}: ${state}, ${attempts.at(-1)?.error ?? 'no error'}`
 */
export interface InboxEntry {
  readonly kind: EntryKind
  /** `attempt.entryId` of its handler. */
  readonly id: string
  readonly state: EntryState
  /** Entries of one lane are worked one after another. Of an inbound message it names the sender. */
  readonly lane: string
  /** The reference of a payment, the id of a message, the keyword of an inbound one. */
  readonly reference: string | null
  /** The id of the entry that it contradicts: the same identity with another amount, reference or phone. */
  readonly conflictsWith: string | null
  readonly receivedAt: Date
  /** When it may be tried; null unless it waits and is the first of its lane. */
  readonly dueAt: Date | null
  /** When it was done, dead or rejected. */
  readonly finishedAt: Date | null
  /** Whether someone asked for it again. */
  readonly replay: boolean
  /** The last of them, oldest first: at most 20. */
  readonly attempts: readonly InboxAttempt[]
  /** Attempts that failed since it was accepted or asked for again. */
  readonly failures: number
  /** Why it was rejected; null for others. */
  readonly reason: string | null
}

/**
 * A run of a handler, as the inbox remembers it.
 *
 * @example
 * const inWords = ({ number, ms, error }: InboxAttempt) => `${number}: ${error ?? 'done'} after ${ms} ms`
 */
export interface InboxAttempt extends Omit<AttemptRecord, 'startedAt'> {
  readonly startedAt: Date
}

/**
 * A notification with what came. It is not masked.
 *
 * @example
 * const { event, problem }: InboxEntryDetails = await app.merchant.inbox.get(id)
 * if (event?.kind === 'checkout') app.log.info({ outcome: event.outcome, why: event.why }, 'read again')
 */
export interface InboxEntryDetails extends InboxEntry {
  /** As its handler would get it now; undefined where it cannot be read, and for a follow-up. */
  readonly event: NotificationEvent | undefined
  /** What the service sent: an event's `raw`. Of a follow-up what is kept about it. Undefined where it cannot be read. */
  readonly raw: unknown
  /** The body of a request that could not be read when it came, as text; undefined for others. */
  readonly body: string | undefined
  /** Why it cannot be read; null where it can. */
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
  /** The `cursor` of the page that follows; undefined on the last. */
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
