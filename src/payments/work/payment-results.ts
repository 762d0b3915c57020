import type { Attempt } from '../../inbox/attempt.ts'
import { newEntry } from '../../inbox/entry.ts'
import { eventOf, readAgain } from '../../inbox/read-entry.ts'
import type { DeliveredKind } from '../../inbox/work.ts'
import type { Incoming } from '../../pushes/event.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { conflictId, type NewEntry, type StoredEntry } from '../../store/entry.ts'
import type { ExpectedPayment } from '../rules/expected-payment.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'

/** What results are made with. */
export interface ResultKindParts<Event extends ConfirmableEvent> {
  readonly delivered: DeliveredKind<Event>
  readonly identify: (event: Event) => Identity
  /** Which payment and result it is, whatever identity the merchant gives; undefined where that is the identity. */
  readonly known: ((event: Event) => string) | undefined
  /** Puts what the service said in the place of what the push says. */
  readonly confirm: (event: Event, verdict: Verdict) => Event
}

/** Makes what the service said of a payment into what its handler gets: an event, under the identity of its push. */
export class ResultKind<Event extends ConfirmableEvent> {
  readonly #parts: ResultKindParts<Event>

  constructor(parts: ResultKindParts<Event>) {
    this.#parts = parts
  }

  get delivered(): DeliveredKind<Event> {
    return this.#parts.delivered
  }

  /** Whether an entry tells of the same result as another of its identity; undefined where that says it. */
  get isSame(): ((one: NewEntry | StoredEntry, other: NewEntry | StoredEntry) => boolean) | undefined {
    const { known, delivered } = this.#parts
    return known && ((one, other) => known(eventOf(delivered, one)) === known(eventOf(delivered, other)))
  }

  /** Whether a push is told as what it came to, under its own entry. */
  isItself(event: Event, confirmed: Event, { entryId: id }: Pick<Attempt, 'entryId'>): boolean {
    const { delivered, identify, known } = this.#parts
    const { identity, fingerprint } = identify(confirmed)
    const own = `${delivered.push.kind}:${identity}`
    if (known === undefined) return id === own
    return known(event) === known(confirmed) && (id === own || id === conflictId(own, fingerprint))
  }

  /** What an event becomes by a verdict. */
  of(event: Event, verdict: Verdict): Event {
    return this.#parts.confirm(event, verdict)
  }

  /** The entry of what the service said of a push. */
  resultOf(event: Event, incoming: Incoming, verdict: Verdict): NewEntry {
    return this.entryOf(this.of(event, verdict), { ...incoming, verdict })
  }

  /** The entry that a result is kept as. */
  entryOf(event: Event, incoming: Incoming): NewEntry {
    const { delivered, identify } = this.#parts
    return newEntry(delivered, event, identify(event), incoming)
  }

  /** The entry of a result that no push has told of. @param at epoch ms */
  read(incoming: Incoming, at: number): NewEntry {
    return this.entryOf(readAgain(this.delivered, incoming, at), incoming)
  }

  /** Which payment it is, by whatever address it came. */
  paymentOf(event: Event): string {
    const { delivered, identify } = this.#parts
    return `${delivered.push.kind}:${identify({ ...event, signed: null }).lane}`
  }

  /** The same, where what came to one address is followed up for it, and not for another. */
  followedAs(event: Event): string {
    const { kind, signed } = event
    return this.paymentOf(event) + (kind === 'checkout' || signed === null ? '' : `@${addressKey(signed)}`)
  }
}

/** What a kind reads as the result of an expected payment. */
export function resultOfExpected({ question, checkoutId, signed }: ExpectedPayment, verdict: Verdict): Incoming {
  const fields = {
    Data: {
      CheckoutId: checkoutId ?? question.checkoutId,
      ClientReference: question.clientReference,
      TransactionId: question.serviceTransactionId,
    },
  }
  return {
    carrier: 'json',
    fields,
    // What nobody said anything of is told apart by what was asked.
    raw: verdict.confirmation.raw ?? question,
    verdict,
    isFound: true,
    ...(signed === null ? {} : { signed }),
  }
}
