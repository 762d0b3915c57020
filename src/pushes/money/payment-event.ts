import type { PushEvent } from '../event.ts'
import type { MoneyKind } from '../kinds.ts'
import { toMajor } from './amount.ts'
import type { Confirmation, ReviewReason, Verdict } from './confirmation.ts'
import type { Evidence, Outcome } from './outcome.ts'
import type { SignedAddress } from './signed-address.ts'

/**
 * What every push about money says, whatever its kind: what a `payment` handler reads.
 *
 * @example
 * const inWords = ({ source, outcome, amount, why }: PaymentFacts) => `${source}: ${outcome}, ${amount}, for ${why}`
 */
export interface PaymentFacts extends PushEvent {
  readonly kind: MoneyKind
  /** Which of the three told: the same as `kind`. */
  readonly source: MoneyKind
  /** What it means. Give value only if `mayDeliver` says so. */
  readonly outcome: Outcome
  /** Why the outcome is what it is, in words for a log. */
  readonly why: string
  /** How well it is known. A callback is unsigned: a hint, not proof. */
  readonly evidence: Evidence
  /**
   * What the address was signed for that it came to; null where no signature of ours fits. Where the push says otherwise,
   * `evidence` is `'callback'` all the same, and `why` tells what differs.
   */
  readonly signed: SignedAddress | null
  /** Why a person should look at it: less was paid, or more, or nobody asked for it. Empty as a rule. */
  readonly needsReview: readonly ReviewReason[]
  /** What the service said when it was asked; null where it was not (`evidence` is not `'confirmed'` then). */
  readonly confirmation: Confirmation | null
  /**
   * Your own reference of the payment, whatever told of it: that of the checkout, of the address that was signed for a USSD
   * payment, or of the `talk.pay` or `turn.pay` whose cart was paid. Null where you gave none, or where the push came to no
   * address of yours. Settle by it only if `mayDeliver` says so.
   */
  readonly reference: string | null
  /** What the push says: of a checkout your own reference, of a USSD payment notice the service's. Null where it says none. */
  readonly clientReference: string | null
  /** Major currency units, without the customer's fee where the push tells them apart. */
  readonly amount: number | null
  /** The same in hundredths, a whole number. Null where the amount has more than 2 decimals: then it is not `paid`. */
  readonly amountMinor: number | null
  /** The service's own identifier of the payment: CheckoutId, OrderId or TransactionId. */
  readonly paymentId: string | null
  /** The payer's number as it was sent. */
  readonly customerPhone: string | null
  /** `+` and digits where that is certain, else null. */
  readonly customerPhoneInternational: string | null
}

/**
 * What an event says after the service was asked, in place of what the push said. Whose payment it is, how much and from
 * whom are the service's word or nothing: money that goes back must not go to a number that a forger pushed.
 */
export function weighVerdict({ outcome, why, needsReview, confirmation }: Verdict): ConfirmedFacts {
  const { amountMinor, clientReference, customerPhone, customerPhoneInternational } = confirmation
  return {
    outcome,
    why,
    needsReview,
    confirmation,
    ...(needsReview.some((reason) => unanswered.has(reason)) ? {} : { evidence: 'confirmed' }),
    amountMinor,
    amount: amountMinor === null ? null : toMajor(amountMinor),
    clientReference,
    customerPhone,
    customerPhoneInternational,
  }
}

/** As `weighVerdict` gives it; what is not there stays as the push has it. */
export type ConfirmedFacts = Omit<
  PaymentFacts,
  keyof PushEvent | 'source' | 'signed' | 'reference' | 'paymentId' | 'evidence'
> & {
  readonly evidence?: Extract<Evidence, 'confirmed'>
}

/** With these the service said nothing of it. */
const unanswered: ReadonlySet<ReviewReason> = new Set(['unknownReference', 'givenUp'])
