import type { Log } from '../log.ts'
import type { PushEvent } from '../pushes/event.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { toMajor } from '../pushes/money/amount.ts'
import type { PaymentFacts } from '../pushes/money/payment-event.ts'
import type { NotificationPushKind } from '../pushes/push-kind.ts'
import type { AttemptRecord } from '../store/entry.ts'
import type { Numbering } from '../text/countries.ts'
import type { Attempt } from './attempt.ts'

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
  readonly log: Log
}

/** How often a handler is tried, and for how long. */
export interface Retry extends BackOff {
  /** How many attempts may fail. */
  readonly attempts: number
  /** ms that a handler may take. */
  readonly timeout: number
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
  /** What a log line says of it besides its id. */
  readonly outcome: string | undefined
  /** What is remembered with its attempts: what the service said of it. */
  readonly note: string | undefined
  /** What its entry is kept as before its handler runs: what was found out, so that it is the same at each attempt. */
  readonly payload: Uint8Array | undefined
  /** Makes the logger of its attempts; that of the request where there is one. */
  readonly newLog: (() => Log) | undefined
  handle(attempt: Attempt): unknown
  giveUp(dead: DeadNotification): unknown
}

/** The delivery of an event. */
export function deliveryOf<Event extends PushEvent>(
  kind: DeliveredKind<Event>,
  event: Event,
  newLog?: () => Log,
  payload?: Uint8Array,
): Delivery {
  return new KindDelivery(kind, event, newLog, payload)
}

class KindDelivery<Event extends PushEvent> implements Delivery {
  readonly #kind: DeliveredKind<Event>
  readonly #event: Event
  readonly newLog: (() => Log) | undefined
  readonly payload: Uint8Array | undefined

  constructor(
    kind: DeliveredKind<Event>,
    event: Event,
    newLog: (() => Log) | undefined,
    payload: Uint8Array | undefined,
  ) {
    this.#kind = kind
    this.#event = event
    this.newLog = newLog
    this.payload = payload
  }

  get kind(): NotificationKind {
    return this.#kind.push.kind
  }

  get retry(): Retry {
    return this.#kind.retry
  }

  get outcome(): string | undefined {
    const event: PushEvent = this.#event
    return 'outcome' in event ? String(event.outcome) : undefined
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
}

/** Who looks at `needsReview` alone must not settle both of two that contradict each other. */
function doubted<Event extends PushEvent>(event: Event, { conflictsWith }: Attempt): Event {
  if (conflictsWith === null || !isPayment(event) || event.needsReview.includes('contradicted')) return event
  return { ...event, needsReview: ['contradicted', ...event.needsReview] }
}

/** What the service said of a payment, and why a person should look; undefined where it was not asked. */
export function noteOf(event: PushEvent): string | undefined {
  if (!isPayment(event) || event.confirmation === null) return undefined
  const { needsReview } = event
  const { says, status, amountMinor, currencyCode } = event.confirmation
  const word = status === null ? '' : ` (${status})`
  const amount = amountMinor === null ? '' : `, ${toMajor(amountMinor).toFixed(2)}`
  const currency = currencyCode === null ? '' : ` ${currencyCode}`
  const review = needsReview.length === 0 ? '' : `; needs review: ${needsReview.join(', ')}`
  return `the service said ${says}${word}${amount}${currency}${review}`
}

/** Whether an event is about money. */
export function isPayment<Event extends PushEvent>(event: Event): event is Event & PaymentFacts {
  return 'confirmation' in event
}

/** How long to wait between attempts. ms */
export interface BackOff {
  /** The longest wait after the first failure; it doubles with each. */
  readonly minDelay: number
  /** What it never exceeds. */
  readonly maxDelay: number
}

/**
 * The wait before the next attempt: anything up to a span that doubles, so that what failed together does not come
 * back together.
 *
 * @param failures so far, from 1
 * @param random from 0 up to but not including 1
 */
export function backOff(failures: number, { minDelay, maxDelay }: BackOff, random: () => number): number {
  const doubled = Math.min(failures - 1, mostDoublings)
  const span = Math.min(maxDelay, minDelay * 2 ** doubled)
  return Math.ceil(random() * span)
}

// From 1 ms to more than a timer holds.
const mostDoublings = 31
