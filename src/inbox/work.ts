import type { HandlerLog } from '../log.ts'
import type { Incoming, PushEvent } from '../pushes/event.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { toMajor } from '../pushes/money/amount.ts'
import { type ReviewReason, reviewReasons } from '../pushes/money/confirmation.ts'
import type { PaymentFacts } from '../pushes/money/payment-event.ts'
import type { NotificationPushKind } from '../pushes/push-kind.ts'
import type { AttemptRecord, StoredEntry } from '../store/entry.ts'
import type { Numbering } from '../text/countries.ts'
import { describeError } from '../text/describe-error.ts'
import type { Attempt } from './attempt.ts'
import { incomingOf, readAgain } from './read-entry.ts'

/** What is to be done about an entry: its handler is called, or something is found out before that. */
export type EntryWork = Delivery | Preparation

/**
 * Work that begins with finding out what is to be done: what the service says of a payment, whether a report is due.
 * It ends by itself in its own time, and counts as no attempt of a handler.
 */
export interface Preparation {
  /** Whether it waits for others, or for the store alone: of the former only so many are under way at once. */
  readonly waitsForOthers: boolean
  /** Makes the logger of its attempts; that of the request where there is one. */
  readonly newLog: (() => HandlerLog) | undefined
  /** What is delivered where nothing is found that speaks against it; left out where that is to be found out too. */
  readonly plain?: Delivery | undefined
  /** Whether nothing can be found, as the entry was claimed: then `plain` is delivered at once. */
  isPlain?(entry: Pick<StoredEntry, 'conflictsWith'>): boolean
  /**
   * @param attempt its signal aborts when the application closes
   * @param kept ms that the entry has really been open, where the store counts it
   */
  prepare(attempt: Attempt, kept?: number): Promise<Delivery | Instead>
  /**
   * Sees to it that news is not lost where the same comes again after it was done.
   *
   * @param id of the entry that was done
   * @returns the id of another entry whose end is the answer to it
   * @throws FMW_STORE_UNAVAILABLE
   */
  readonly cameAgain?: ((id: string) => Promise<string | undefined>) | undefined
  /**
   * The same where it comes again while it's open: what is found out for it may be of before, also by somebody else.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  readonly cameMeanwhile?: ((id: string) => Promise<void>) | undefined
}

/** What becomes of an entry whose handler is not called. */
export type Instead =
  /**
   * Nothing is left to do. `isNeedless`: there was nothing to do from the first, also for a background task. `successor`: the
   * id of the entry that goes on in its place. `agrees`: it conflicts with another by its name alone, and says the same of the
   * money.
   */
  | {
      readonly state: 'done'
      readonly why: string
      readonly isNeedless?: boolean
      readonly successor?: string | undefined
      readonly agrees?: boolean
    }
  /**
   * It is too early, or nobody can say so far: it is looked at again after `retryIn` ms. `payload`: what it is kept as until then.
   * `error`: what people are told already, as of what is given up.
   */
  | {
      readonly state: 'later'
      readonly retryIn: number
      readonly why: string
      readonly payload?: Uint8Array
      readonly error?: Error
    }
  /** It is not what it says, and is kept for people. */
  | {
      readonly state: 'rejected'
      readonly why: string
      readonly successor?: string | undefined
      readonly review?: readonly EntryReviewReason[] | undefined
    }
  /**
   * It is given up, and kept for people. `review`: why one should look at it, where no other entry says so. `isTold`: whether they
   * were told before.
   */
  | {
      readonly state: 'dead'
      readonly error: Error
      readonly review?: readonly EntryReviewReason[] | undefined
      readonly isTold?: boolean
    }

/** Why a person should look at an entry: for a reason that handlers get in `needsReview`, or one that only the inbox knows. */
export type EntryReviewReason =
  | ReviewReason
  /** A payment whose push doesn't say how it ended, or contradicts itself. */
  | 'undetermined'
  /** A payment for which every attempt of its handler failed. */
  | 'unhandled'
  /** A payment that a session asked for, without a notice in time. */
  | 'unheard'
  /** A fulfilment that the service didn't take the report of. */
  | 'unreported'

/** Whether something is to be found out first. */
export function isPreparation(work: EntryWork): work is Preparation {
  return 'prepare' in work
}

/** Whether the handler is not to be called. */
export function isInstead(prepared: Delivery | Instead): prepared is Instead {
  return 'state' in prepared
}

/**
 * What becomes of an entry about which there was nothing to do from the first.
 *
 * @param successor the id of the entry that goes on in its place
 */
export function needless(why: string, successor?: string): Instead {
  return { state: 'done', why, isNeedless: true, successor }
}

/** Puts off what the store could not do. */
export function untilStoreIsBack(error: unknown): Instead {
  return { state: 'later', retryIn: storePause, why: describeError(error).message }
}

// ms
const storePause = 1_000

/**
 * Work of which only the store can say what it is: it is put off while that can't be asked.
 *
 * @param find asks the store
 */
export function foundWork(
  find: (attempt: Attempt, kept?: number) => Promise<EntryWork | Instead>,
  newLog?: () => HandlerLog,
): Preparation {
  const prepare: Preparation['prepare'] = async (attempt, kept) => {
    try {
      const work = await find(attempt, kept)
      return 'prepare' in work ? await work.prepare(attempt, kept) : work
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
  return { waitsForOthers: false, newLog, prepare }
}

/** Makes the work of the notifications of one kind. */
export interface NotificationWorks<Event extends PushEvent> {
  /** Of a push that has just come. @param newLog makes the logger of its attempts */
  of(event: Event, incoming: Incoming, newLog: (() => HandlerLog) | undefined): EntryWork
}

/** Work that is the handler and nothing else. */
export class PlainWorks<Event extends PushEvent> implements NotificationWorks<Event> {
  readonly #kind: DeliveredKind<Event>

  constructor(kind: DeliveredKind<Event>) {
    this.#kind = kind
  }

  of(event: Event, _incoming: Incoming, newLog: (() => HandlerLog) | undefined): EntryWork {
    return deliveryOf(this.#kind, event, newLog)
  }
}

/**
 * The work of an entry whose event is not at hand.
 *
 * @throws PushProblem when it cannot be read as its kind
 */
export function readWork<Event extends PushEvent>(
  kind: DeliveredKind<Event>,
  works: NotificationWorks<Event>,
  entry: StoredEntry,
): EntryWork {
  const incoming = incomingOf(entry)
  return works.of(readAgain(kind, incoming, entry.receivedAt), incoming, undefined)
}

/**
 * A notification for which every attempt has failed.
 *
 * @example
 * const onDead = (event: PushEvent, dead: DeadNotification) =>
 *   page(`${event.kind} ${dead.id} failed ${dead.attempts} times: ${dead.made.at(-1)?.error}`)
 */
export interface DeadNotification {
  /** The same as `attempt.entryId`: `app.merchant.inbox.replay(id)` runs it again. */
  readonly id: string
  /** Failed attempts since it was accepted or replayed. */
  readonly attempts: number
  /** The last attempts, at most 20, each with its error. */
  readonly made: readonly AttemptRecord[]
  /** The error of the last attempt. */
  readonly error: unknown
  readonly log: HandlerLog
}

/** How often a handler is tried, and for how long. */
export interface Retry {
  /** How many attempts may fail. */
  readonly attempts: number
  /** ms that a handler may take. */
  readonly timeout: number
  /** ms, the longest wait after the first failure; it doubles with each. */
  readonly minDelay: number
  /** ms, which no wait exceeds. */
  readonly maxDelay: number
}

/** How the notifications of one kind are delivered. */
export interface DeliveredKind<Event extends PushEvent> {
  readonly push: NotificationPushKind<Event>
  readonly handler: (event: Event, attempt: Attempt) => unknown
  readonly onDead: ((event: Event, dead: DeadNotification) => unknown) | undefined
  readonly retry: Retry
  readonly country: Numbering | undefined
}

/** A notification and what it is delivered to, the event's type left behind. */
export interface Delivery {
  readonly kind: NotificationKind
  readonly retry: Retry
  /** What it says of a payment, for logs and metrics; undefined where it is about none. */
  readonly payment: Pick<PaymentFacts, 'source' | 'outcome' | 'evidence'> | undefined
  /** What is remembered with its attempts: what the service said of it. */
  readonly note: string | undefined
  /** The id of another entry that it contradicts, although the two have not one identity. */
  readonly contradicts?: string
  /**
   * Whether no push brought it: it is retried even where the store keeps nothing and a push waits behind it, whose sender may
   * not repeat that.
   */
  readonly isFound?: boolean | undefined
  /** What its entry is kept as before its handler runs: what was found out, so that it is the same at each attempt. */
  readonly payload: Uint8Array | undefined
  /** Makes the logger of its attempts; that of the request where there is one. */
  readonly newLog: (() => HandlerLog) | undefined
  handle(attempt: Attempt): unknown
  giveUp(dead: DeadNotification): unknown
  /** Why a person should look at it, however its handler ends. */
  reviewOf(attempt: Pick<Attempt, 'conflictsWith'>): readonly EntryReviewReason[]
  /** The same, where every attempt has failed. */
  reviewOfDead(attempt: Pick<Attempt, 'conflictsWith'>): readonly EntryReviewReason[]
}

/** The delivery of an event. */
export function deliveryOf<Event extends PushEvent>(
  kind: DeliveredKind<Event>,
  event: Event,
  newLog?: () => HandlerLog,
  payload?: Uint8Array,
): Delivery {
  return new KindDelivery(kind, event, newLog, payload)
}

/** The same delivery, told as contradicting another entry. */
export function contradicting(delivery: Delivery, id: string): Delivery {
  const doubt = { conflictsWith: id }
  return {
    ...copyOf(delivery),
    contradicts: id,
    reviewOf: () => delivery.reviewOf(doubt),
    reviewOfDead: () => delivery.reviewOfDead(doubt),
  }
}

/** The same delivery, of what no push brought. */
export function foundByAsking(delivery: Delivery): Delivery {
  return { ...copyOf(delivery), isFound: true }
}

function copyOf(delivery: Delivery): Delivery {
  const { kind, retry, payment, note, payload, newLog, isFound } = delivery
  return {
    ...{ kind, retry, payment, note, payload, newLog, isFound },
    handle: (attempt) => delivery.handle(attempt),
    giveUp: (dead) => delivery.giveUp(dead),
    reviewOf: (attempt) => delivery.reviewOf(attempt),
    reviewOfDead: (attempt) => delivery.reviewOfDead(attempt),
  }
}

class KindDelivery<Event extends PushEvent> implements Delivery {
  readonly #kind: DeliveredKind<Event>
  readonly #event: Event
  readonly newLog: (() => HandlerLog) | undefined
  readonly payload: Uint8Array | undefined

  constructor(
    kind: DeliveredKind<Event>,
    event: Event,
    newLog: (() => HandlerLog) | undefined,
    payload: Uint8Array | undefined,
  ) {
    this.#kind = kind
    this.#event = ordered(event)
    this.newLog = newLog
    this.payload = payload
  }

  get kind(): NotificationKind {
    return this.#kind.push.kind
  }

  get retry(): Retry {
    return this.#kind.retry
  }

  get payment(): PaymentFacts | undefined {
    const event: PushEvent = this.#event
    return isPayment(event) ? event : undefined
  }

  get note(): string | undefined {
    return noteOf(this.#event)
  }

  handle(attempt: Attempt): unknown {
    return this.#kind.handler(doubted(this.#event, attempt), attempt)
  }

  giveUp(dead: DeadNotification): unknown {
    return this.#kind.onDead?.(this.#event, dead)
  }

  reviewOf(attempt: Pick<Attempt, 'conflictsWith'>): readonly EntryReviewReason[] {
    const event = doubted(this.#event, attempt)
    if (!isPayment(event)) return attempt.conflictsWith === null ? nothing : contradicted
    return event.outcome === 'undetermined' && event.needsReview.length === 0 ? undetermined : event.needsReview
  }

  reviewOfDead(attempt: Pick<Attempt, 'conflictsWith'>): readonly EntryReviewReason[] {
    const reasons = this.reviewOf(attempt)
    return isPayment(this.#event) ? [...reasons, 'unhandled'] : reasons
  }
}

const nothing: readonly EntryReviewReason[] = Object.freeze([])
const contradicted: readonly EntryReviewReason[] = Object.freeze(['contradicted'])
const undetermined: readonly EntryReviewReason[] = Object.freeze(['undetermined'])

/** Who looks at `needsReview` alone must not settle both of two that contradict each other. */
function doubted<Event extends PushEvent>(event: Event, { conflictsWith }: Pick<Attempt, 'conflictsWith'>): Event {
  if (conflictsWith === null || !isPayment(event) || event.needsReview.includes('contradicted')) return event
  return { ...event, needsReview: ['contradicted', ...event.needsReview] }
}

/** What the service said of a payment, or which order a cart is of; undefined where it was not asked, and nobody knows. */
function noteOf(event: PushEvent): string | undefined {
  if (!isPayment(event)) return undefined
  if (event.confirmation === null) {
    return event.source === 'fulfilment' && event.reference !== null ? `the order ${event.reference}` : undefined
  }
  const { says, status, amountMinor, currencyCode } = event.confirmation
  const word = status === null ? '' : ` (${status})`
  const amount = amountMinor === null ? '' : `, ${toMajor(amountMinor).toFixed(2)}`
  const currency = currencyCode === null ? '' : ` ${currencyCode}`
  return `the service said ${says}${word}${amount}${currency}`
}

/** Whether an event is about money. */
function isPayment<Event extends PushEvent>(event: Event): event is Event & PaymentFacts {
  return 'confirmation' in event
}

/** With its reasons in one order at each attempt, whatever was found first. */
function ordered<Event extends PushEvent>(event: Event): Event {
  if (!isPayment(event) || event.needsReview.length < 2) return event
  return { ...event, needsReview: reviewReasons.filter((reason) => event.needsReview.includes(reason)) }
}
