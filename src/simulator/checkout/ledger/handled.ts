import type { Bill } from '../../world/bill.ts'
import type { World } from '../../world/world.ts'

/**
 * A payment as a handler got it: an event of the plugin, or as much of one as names the bill.
 *
 * @example
 * const payment: HandledPayment = { outcome: 'paid', amount: 50, clientReference: 'order-17' }
 * sim.ledger({ handled: [payment] }).isClean
 */
export interface HandledPayment {
  readonly outcome: string
  readonly amount?: number | null | undefined
  /** Why a person must look at it, as the plugin says: such a payment is neither handled as paid nor lost. */
  readonly needsReview?: readonly string[] | undefined
  readonly checkoutId?: string | null | undefined
  readonly orderId?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly clientReference?: string | null | undefined
  readonly reference?: string | null | undefined
}

/** What a person must look at isn't handled as paid. */
export function isHandledAsPaid({ outcome, needsReview = [] }: HandledPayment): boolean {
  return outcome === 'paid' && needsReview.length === 0
}

/** The bill of a handled payment, by what is the service's own first: a reference may be whatever somebody wrote. */
export function billOf(payment: HandledPayment, { bills, transactions }: World): Bill | undefined {
  const { checkoutId, orderId, transactionId, clientReference, reference } = payment
  const ids = [checkoutId, orderId, transactions.get(transactionId ?? '')?.billId]
  const found = ids.map((id) => bills.get(id ?? '')).find((bill) => bill !== undefined)
  if (found !== undefined) return found
  const names = [clientReference, reference].filter((name) => typeof name === 'string')
  const named = [...bills.values()].filter((bill) => names.some((name) => name === bill.reference))
  // Of invoices of one reference the one that somebody tried to pay.
  return named.findLast((bill) => bill.transactions.length > 0) ?? named.at(-1)
}
