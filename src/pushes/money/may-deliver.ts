import type { ReviewReason } from './confirmation.ts'
import type { PaymentFacts } from './payment-event.ts'

/**
 * Whether you may deliver for a payment, by all that the plugin knows of it: it is `paid`, it has the best evidence that its
 * source can have, and no person must look at it first. Then compare `amountMinor` with what you asked for, and deliver once.
 *
 * - A checkout or a USSD payment needs the evidence `signed` or `confirmed`: anybody who knows the address can post a callback.
 * - The notice of a cart has the evidence `callback` always, and nobody can ask the service about it. So it counts as it came,
 *   also with its reason `unconfirmable`: keep its address secret.
 *
 * @param accepting reasons for review with which you deliver all the same: with `overpaid` and `paidTwice` a person only has to
 * give money back
 * @returns false for everything else: what is not known yet, what failed, and what a person decides
 * @example
 * payment: async (payment, attempt) => {
 *   if (!mayDeliver(payment)) return
 *   const order = await orders.find(payment.reference)
 *   if (order?.due === payment.amountMinor) await orders.deliver(order.id, attempt.entryId)
 * }
 */
export function mayDeliver(
  payment: Pick<PaymentFacts, 'source' | 'outcome' | 'evidence' | 'needsReview'>,
  accepting: readonly ReviewReason[] = [],
): boolean {
  const { source, outcome, evidence, needsReview } = payment
  const isCart = source === 'fulfilment'
  const isAccepted = (reason: ReviewReason) => accepting.includes(reason) || (isCart && reason === 'unconfirmable')
  return outcome === 'paid' && (isCart || evidence !== 'callback') && needsReview.every(isAccepted)
}
