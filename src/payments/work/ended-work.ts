import { newEntry } from '../../inbox/entry.ts'
import { type DeliveredKind, foundWork, type NotificationWorks, needless, type Preparation } from '../../inbox/work.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import type { Acceptance } from '../../store/inbox-store.ts'

/**
 * The work of what there was nothing to do about: no handler is called.
 *
 * @param successor the id of the entry that goes on in its place
 */
export function endedWork(why: string, successor?: string): Preparation {
  return foundWork(async () => needless(why, successor))
}

/** Why no handler gets a notice whose payment another entry tells of. */
export const toldElsewhere = {
  by: (id: string): string => `it is told by ${id}`,
  byService: 'the service said the same, which is told',
}

/** Whether an entry ended so. @param note of its last attempt, or why it was rejected */
export function isToldElsewhere(note: string | null | undefined): boolean {
  return note === toldElsewhere.byService || note?.startsWith(toldElsewhere.by('')) === true
}

/** What notices are compared with that nobody is asked about. */
export interface NoticeParts<Event extends PaymentFacts> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  readonly find: (id: string) => Promise<StoredEntry | undefined>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether the application signs the addresses of the kind: what comes to none of them may be anybody's. */
  readonly isSigned: boolean
  /** Of what is compared with nothing. */
  readonly works: NotificationWorks<Event>
}

/**
 * The entry by which a notice takes one more name: whoever comes to that finds the entry which tells of the payment.
 *
 * @param toldBy the id of that entry
 */
export function otherName<Event extends PaymentFacts>(
  { delivered }: Pick<NoticeParts<Event>, 'delivered'>,
  event: Event,
  known: Identity,
  incoming: Incoming,
  toldBy: string,
): NewEntry {
  const entry = newEntry(delivered, event, known, { ...incoming, toldBy })
  return { ...entry, lane: entry.id }
}
