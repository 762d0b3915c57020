import { misuse } from '../../misuse.ts'
import { type ReviewReason, reviewReasons } from './confirmation.ts'
import type { PaymentFacts } from './payment-event.ts'

/**
 * Whether you may deliver for a payment: it is `paid`, it has the best evidence that its source can have, no person must look
 * at it first, and the amount is what you asked for. Then deliver once for each order.
 *
 * - A checkout or a USSD payment needs the evidence `signed` or `confirmed`: anybody who knows the address can post a callback.
 * - The notice of a cart has the evidence `callback` always, and nobody can ask the service about it. So it counts as it came,
 *   also with its reason `unconfirmable`: keep its address secret.
 *
 * @param dueMinor what you asked for, in hundredths; undefined where you know of no such order
 * @param accepting reasons for review with which you deliver too. With `overpaid` and `paidTwice` a person only has to
 * give money back; with `overpaid` the amount may be more than what is due
 * @returns false for everything else: what is not known yet, what failed, and what a person decides
 * @throws FMW_MAY_DELIVER for a `dueMinor` that is no whole number above 0, such as the NULL or the text of a database row, and
 * for an `accepting` that is no list of reasons. The order is wrong then, not the payment: the plugin retries a handler that
 * throws, and tells you when it is dead. With false, money would have come, and nobody would look
 * @example
 * payment: async (payment) => {
 *   const order = await orders.find(payment.reference)
 *   if (order !== undefined && mayDeliver(payment, order.due)) await orders.deliver(order.id)
 * }
 */
export function mayDeliver(
  payment: PaymentToDeliver,
  dueMinor: number | undefined,
  accepting: readonly ReviewReason[] = [],
): boolean {
  if (dueMinor !== undefined && !(Number.isSafeInteger(dueMinor) && dueMinor > 0))
    throw new FMW_MAY_DELIVER(
      'dueMinor',
      'a whole number of hundredths above 0, or undefined without an order',
      dueMinor,
    )
  if (!Array.isArray(accepting) || !accepting.every((reason) => reviewReasons.includes(reason)))
    throw new FMW_MAY_DELIVER('accepting', "a list of reasons for review, such as ['overpaid']", accepting)
  const { source, outcome, evidence, needsReview, amountMinor } = payment
  if (outcome !== 'paid' || amountMinor === null || dueMinor === undefined) return false
  const isCart = source === 'fulfilment'
  const isAccepted = (reason: ReviewReason) => accepting.includes(reason) || (isCart && reason === 'unconfirmable')
  const isEnough = accepting.includes('overpaid') ? amountMinor >= dueMinor : amountMinor === dueMinor
  return isEnough && (isCart || evidence !== 'callback') && needsReview.every(isAccepted)
}

/** What decides it. */
type PaymentToDeliver = Pick<PaymentFacts, 'source' | 'outcome' | 'evidence' | 'needsReview' | 'amountMinor'>

/** An argument of `mayDeliver` cannot be. Arguments: which, what it must be, what it is. */
const FMW_MAY_DELIVER = misuse<[name: string, wanted: string, given: unknown]>(
  'FMW_MAY_DELIVER',
  'mayDeliver got %s that is not %s: %o',
)
