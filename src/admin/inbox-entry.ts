import { readAgain, incomingOf as readIncoming } from '../inbox/read-entry.ts'
import type { CheckoutEvent } from '../pushes/checkout.ts'
import type { DeliveryReportEvent } from '../pushes/delivery-report.ts'
import type { Incoming } from '../pushes/event.ts'
import type { FulfilmentEvent } from '../pushes/fulfilment.ts'
import type { InboundMessageEvent } from '../pushes/inbound-message.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { pushKinds } from '../pushes/push-kinds.ts'
import { PushProblem } from '../pushes/reading/push-problem.ts'
import type { UssdPaymentEvent } from '../pushes/ussd-payment.ts'
import {
  type AttemptRecord,
  type EntryKind,
  type EntryState,
  type EntrySummary,
  isFollowUp,
  type StoredEntry,
} from '../store/entry.ts'
import { isAgreed } from '../store/review.ts'
import type { Numbering } from '../text/countries.ts'
import { type InboxReview, toInboxReview } from './review.ts'

/**
 * Any event that a notification becomes: `kind` tells which.
 *
 * @example
 * const idOf = (event: NotificationEvent) => (event.kind === 'deliveryReport' ? event.messageId : undefined)
 */
type NotificationEvent = CheckoutEvent | FulfilmentEvent | UssdPaymentEvent | DeliveryReportEvent | InboundMessageEvent

/** An entry that came as a push. */
export type KeptNotification = StoredEntry & { readonly kind: NotificationKind }

/** Whether it came as a push, and is no follow-up. */
export function isNotification(entry: StoredEntry): entry is KeptNotification {
  return !isFollowUp(entry.kind)
}

/** What was read, or why nothing could be. */
type Readable<Value> =
  | { readonly value: Value; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: PushProblem }

/** What an entry was read from, as it is kept. */
export function incomingOf(entry: Pick<StoredEntry, 'form' | 'payload'>): Readable<Incoming> {
  return tried(() => readIncoming(entry))
}

/** The event as its handler would get it now. */
export function eventOf(
  incoming: Incoming,
  { kind, receivedAt }: Pick<KeptNotification, 'kind' | 'receivedAt'>,
  country: Numbering | undefined,
): Readable<NotificationEvent> {
  return tried(() => readAgain<NotificationEvent>({ push: pushKinds[kind], country }, incoming, receivedAt))
}

function tried<Value>(read: () => Value): Readable<Value> {
  try {
    return { value: read(), problem: undefined }
  } catch (error) {
    if (error instanceof PushProblem) return { value: undefined, problem: error }
    throw error
  }
}

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
  /**
   * The id of the entry that this one contradicts: the same identity with another amount, reference or phone. Null once the
   * service was asked, and both say the same.
   */
  readonly conflictsWith: string | null
  readonly receivedAt: Date
  /** When the next attempt is due. Null unless the entry waits and is the first of its lane. */
  readonly dueAt: Date | null
  /** When it was done, dead or rejected. */
  readonly finishedAt: Date | null
  /** Whether it was replayed. */
  readonly replay: boolean
  /** Whether a command has asked for a replay, and the application has not begun it: with SQLite, while it doesn't run. */
  readonly awaitsReplay: boolean
  /** The last attempts, oldest first: at most 20. */
  readonly attempts: readonly InboxAttempt[]
  /** Failed attempts since it was accepted or replayed. */
  readonly failures: number
  /** Why it was rejected, or what it waits for, such as `the service says pending`. Null for others. */
  readonly reason: string | null
  /** The `cursor` with which `inbox.list()` begins at this entry. Undefined where a store of your own doesn't tell it. */
  readonly cursor: string | undefined
  /** Why a person should look at it, and who did. Null if there never was a reason. */
  readonly review: InboxReview | null
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
    conflictsWith: isAgreed(entry.review) ? null : entry.conflictsWith,
    receivedAt: new Date(entry.receivedAt),
    dueAt: toDate(entry.dueAt),
    finishedAt: toDate(entry.finishedAt),
    replay: entry.replay,
    awaitsReplay: entry.awaitsReplay === true,
    attempts: entry.attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
    failures: entry.failures,
    reason: entry.reason,
    cursor: entry.cursor,
    review: isAgreed(entry.review) ? null : toInboxReview(entry.review),
  }
}

function toDate(moment: number | null): Date | null {
  return moment === null ? null : new Date(moment)
}
