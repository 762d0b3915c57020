import { readBodyAgain, readPayload } from '../inbox/entry.ts'
import type { CheckoutEvent } from '../pushes/checkout.ts'
import type { DeliveryReportEvent } from '../pushes/delivery-report.ts'
import type { Incoming } from '../pushes/event.ts'
import type { FulfilmentEvent } from '../pushes/fulfilment.ts'
import type { InboundMessageEvent } from '../pushes/inbound-message.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { pushKinds } from '../pushes/push-kinds.ts'
import { Notes, PushProblem } from '../pushes/reading/push-problem.ts'
import type { UssdPaymentEvent } from '../pushes/ussd-payment.ts'
import type { StoredEntry } from '../store/entry.ts'
import { isFollowUp } from '../store/entry.ts'
import type { Numbering } from '../text/countries.ts'

/**
 * Any event that a notification becomes: `kind` tells which.
 *
 * @example
 * const idOf = (event: NotificationEvent) => (event.kind === 'deliveryReport' ? event.messageId : undefined)
 */
export type NotificationEvent =
  | CheckoutEvent
  | FulfilmentEvent
  | UssdPaymentEvent
  | DeliveryReportEvent
  | InboundMessageEvent

/** An entry that came as a push. */
export type KeptNotification = StoredEntry & { readonly kind: NotificationKind }

/** Whether it came as a push, and is no follow-up. */
export function isNotification(entry: StoredEntry): entry is KeptNotification {
  return !isFollowUp(entry.kind)
}

/** What was read, or why nothing could be. */
export type Readable<Value> =
  | { readonly value: Value; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: PushProblem }

/** What an entry was read from, as it is kept. */
export function incomingOf({ form, payload }: Pick<StoredEntry, 'form' | 'payload'>): Readable<Incoming> {
  return tried(() => (form === 'push' ? readPayload(payload) : readBodyAgain(payload)))
}

/** The event as its handler would get it now. */
export function eventOf(
  incoming: Incoming,
  { kind, receivedAt }: Pick<KeptNotification, 'kind' | 'receivedAt'>,
  country: Numbering | undefined,
): Readable<NotificationEvent> {
  // What was odd about it was told when it came.
  const context = { receivedAt: new Date(receivedAt), country, notes: new Notes() }
  return tried(() => pushKinds[kind].read(incoming, context))
}

function tried<Value>(read: () => Value): Readable<Value> {
  try {
    return { value: read(), problem: undefined }
  } catch (error) {
    if (error instanceof PushProblem) return { value: undefined, problem: error }
    throw error
  }
}
