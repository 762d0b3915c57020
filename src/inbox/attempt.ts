import type { Log } from '../log.ts'

/**
 * One run of a handler on a notification.
 *
 * @example
 * async function onPayment(payment: PaymentEvent, { signal, log }: Attempt) {
 *   log.info({ outcome: payment.outcome }, 'told of a payment')
 *   const isProven = payment.evidence !== 'callback' && payment.needsReview.length === 0
 *   if (payment.outcome === 'paid' && isProven) await settle(payment.reference, payment.amountMinor, { signal })
 * }
 */
export interface Attempt {
  /** The id of the notification. It is the same for every attempt and repeat, so use it as an idempotency key. */
  readonly entryId: string
  /** The number of this attempt, from 1. A replay continues to count. */
  readonly number: number
  /** Whether somebody replayed it. */
  readonly replay: boolean
  /**
   * The id of an earlier notification with the same identity and another amount, reference or phone. Usually null. They
   * can't both be true: look before you deliver.
   */
  readonly conflictsWith: string | null
  /** Aborts when the attempt times out, and when the application closes and can't wait longer. */
  readonly signal: AbortSignal
  /** A logger that names the kind and the notification. */
  readonly log: Log
}
