import { type NotificationKind, notificationKinds } from '../pushes/kinds.ts'
import { digest } from '../pushes/reading/identifiers.ts'

/**
 * Where an entry of the inbox stands.
 *
 * @example
 * const open: readonly EntryState[] = ['waiting', 'running']
 */
export type EntryState =
  /** For its turn in its lane, or for its next attempt. */
  | 'waiting'
  /** A handler works on it. */
  | 'running'
  | 'done'
  /** Every attempt failed: its lane goes on without it, until someone replays it. */
  | 'dead'
  /** It could not be read, or what it says was not confirmed: kept for people. */
  | 'rejected'

/**
 * One attempt as it is remembered.
 *
 * @example
 * const inWords = ({ number, ms, error }: AttemptRecord) => `${number}: ${error ?? 'done'} after ${ms} ms`
 */
export interface AttemptRecord {
  /** From 1; it goes on counting over replays. */
  readonly number: number
  /** Epoch ms. */
  readonly startedAt: number
  /** ms */
  readonly ms: number
  /** What went wrong, masked; null when it succeeded. */
  readonly error: string | null
  readonly replay: boolean
  /** What was found out about it before, such as what the service said of a payment; left out where nothing was. */
  readonly note?: string
}

/**
 * What the bytes of an entry are.
 *
 * @example
 * const form: PayloadForm = 'push'
 * const kept = JSON.parse(new TextDecoder().decode(entry.payload))
 */
export type PayloadForm =
  /** A push that was read: JSON of what the inbox needs to read it again. */
  | 'push'
  /** The body of a request that could not be read, as it came. */
  | 'body'

/**
 * A notification on its way into the inbox.
 *
 * @example
 * const entry: NewEntry = {
 *   kind: 'checkout',
 *   id: 'checkout:checkoutId:c1|paid',
 *   state: 'waiting',
 *   identity: 'checkout:checkoutId:c1|paid',
 *   identityFor: undefined,
 *   fingerprint: '5.00|order-1|+233000000000',
 *   lane: 'checkout:checkoutId:c1',
 *   reference: 'order-1',
 *   receivedAt: Date.now(),
 *   form: 'push',
 *   payload: new TextEncoder().encode(JSON.stringify(push)),
 *   reason: null,
 * }
 * await opened.inbox.accept(entry, true)
 */
export interface NewEntry {
  readonly kind: EntryKind
  /** `attempt.entryId`: unique in its registration; a rejected entry of an id that is kept is a repeat of it. */
  readonly id: string
  /** `rejected` entries are for people: they have no lane and no identity, and are never claimed. */
  readonly state: 'waiting' | 'rejected'
  /** Which notification it is; another with the same is a repeat for as long as identities are kept. */
  readonly identity: string
  /** ms that the identity counts, from its acceptance, whatever repeats it; undefined as long as identities are kept. */
  readonly identityFor: number | undefined
  /** What two pushes of one identity must agree on. One that differs is kept as a conflict, under an id of its own. */
  readonly fingerprint: string
  /** Entries of one lane are worked one at a time, in order of acceptance. */
  readonly lane: string
  /** What people look for: a reference, an order, a message id; null when it has none. At most 200 characters. */
  readonly reference: string | null
  /**
   * The session whose payment it is about: `EntryFilter.session` finds it at once, however many entries there are. Left out
   * where there is none. At most 200 characters.
   */
  readonly session?: string | undefined
  /**
   * Digests of the phones of people that it names (`phoneKey`): `EntryFilter.phone` finds it by each at once, however many
   * entries there are. At most two, of at most 200 characters. Left out where it names none.
   */
  readonly phones?: readonly string[] | undefined
  /** Epoch ms. */
  readonly receivedAt: number
  readonly form: PayloadForm
  readonly payload: Uint8Array
  /** Why it was rejected; null otherwise. */
  readonly reason: string | null
}

/**
 * Why a person should look at an entry, and what became of that. It stands beside the state: an entry that is done may
 * need it.
 *
 * @example
 * const isOpen = ({ settledAt }: EntryReview) => settledAt === null
 */
export interface EntryReview {
  /** In words of code, such as `overpaid`. */
  readonly reasons: readonly string[]
  /** Epoch ms. */
  readonly openedAt: number
  /** When it was settled, epoch ms; null while it is open. */
  readonly settledAt: number | null
  /** Who settled it; null while it is open, and where a later attempt left no reason. */
  readonly settledBy: string | null
  readonly note: string | null
}

/**
 * An entry as lists show it.
 *
 * @example
 * const stuck = ({ state, attempts }: EntrySummary) => state === 'waiting' && attempts.length > 3
 */
export interface EntrySummary {
  readonly kind: EntryKind
  /** `attempt.entryId`. */
  readonly id: string
  readonly state: EntryState
  /** That of a notification that was rejected as it came is its own `id`. */
  readonly lane: string
  readonly reference: string | null
  /** The id of the entry whose identity it has with another amount, reference or phone; null for others. */
  readonly conflictsWith: string | null
  /** When the request arrived, epoch ms. */
  readonly receivedAt: number
  /** When it may be tried, epoch ms; null unless it waits and is the first of its lane. */
  readonly dueAt: number | null
  /** When it was done, dead or rejected, epoch ms; null before. */
  readonly finishedAt: number | null
  /** Whether someone asked for it again. */
  readonly replay: boolean
  /** The last of them, oldest first: at most 20. */
  readonly attempts: readonly AttemptRecord[]
  /** Attempts that failed since it was accepted or asked for again: what is counted towards `dead`. */
  readonly failures: number
  /** Why it was rejected, or what it waits for; a claim may leave out the latter. */
  readonly reason: string | null
  /**
   * The cursor of the page of all entries that begins with it: it is found so by its place. One that is a number grows in
   * order of acceptance. A claim may leave it out.
   */
  readonly cursor?: string
  /** Left out where there never was one; a claim may leave it out. */
  readonly review?: EntryReview
  /** Whether somebody has asked for it again, beside an application that has not begun. Left out where such a request is carried out at once. */
  readonly awaitsReplay?: boolean
}

/**
 * An entry with its bytes.
 *
 * @example
 * const bytesOf = ({ form, payload }: StoredEntry) => `${payload.byteLength} bytes of a ${form}`
 */
export interface StoredEntry extends EntrySummary {
  readonly form: PayloadForm
  readonly payload: Uint8Array
}

/** An entry that was claimed as it was accepted: nothing is read back that was just written. */
export function runningEntry(given: NewEntry, id: string, conflictsWith: string | null): StoredEntry {
  const { kind, lane, reference, receivedAt, form, payload, reason } = given
  return {
    kind,
    id,
    state: 'running',
    lane,
    reference,
    conflictsWith,
    receivedAt,
    dueAt: null,
    finishedAt: null,
    replay: false,
    attempts: noAttempts,
    failures: 0,
    reason,
    form,
    payload,
  }
}

const noAttempts: readonly AttemptRecord[] = Object.freeze([])

/**
 * What the application still has to do by itself, kept and worked like a notification: to ask about a payment whose
 * callback did not come, to watch a payment that a session asked for, and to report a fulfilment.
 *
 * @example
 * const { dead } = await app.merchant.inbox.count({ kinds: [...followUpKinds] }) // given up
 */
export const followUpKinds = ['expectedPayment', 'askedPayment', 'fulfilmentReport'] as const

/**
 * Which follow-up it is.
 *
 * @example
 * const isMoney: Record<FollowUpKind, boolean> = { expectedPayment: true, askedPayment: true, fulfilmentReport: false }
 */
export type FollowUpKind = (typeof followUpKinds)[number]

/** The same as a list in SQL. */
export const followUpList = followUpKinds.map((kind) => `'${kind}'`).join(', ')

/** Everything that an inbox keeps. */
export const entryKinds = [...notificationKinds, ...followUpKinds] as const

/**
 * What an entry of the inbox is: a notification, or a follow-up.
 *
 * @example
 * const isMoney = (kind: EntryKind) => kind === 'checkout' || kind === 'expectedPayment'
 */
export type EntryKind = NotificationKind | FollowUpKind

/**
 * Whether it is a push that was not handled. When such an entry is forgotten, its identity goes with it: the push is new when
 * it comes again. What the application does by itself stays known, so that it is not begun anew.
 */
export function isUnhandledPush(kind: string, state: string): boolean {
  return state !== 'done' && !followUpKinds.some((known) => known === kind)
}

/** Whether it is the application's own, and no push. */
export function isFollowUp(kind: EntryKind): kind is FollowUpKind {
  return followUpKinds.some((known) => known === kind)
}

/**
 * The id of an entry whose identity is known with another fingerprint: the same for every copy of that push, so that
 * keeping it again finds it again, and never that of the entry it conflicts with.
 */
export function conflictId(id: string, fingerprint: string): string {
  return `${id}~${digest(fingerprint).slice(0, 12)}`
}
