import type { Log } from '../log.ts'

/**
 * One run of a handler on a notification.
 *
 * @example
 * async function onPayment(payment: PaymentEvent, { id, signal, log }: Attempt) {
 *   log.info({ outcome: payment.outcome }, 'told of a payment')
 *   if (payment.outcome === 'paid') await settle(id, payment.amountMinor, { signal })
 * }
 */
export interface Attempt {
  /** Names the notification: the same for every repeat of it, so it serves as an idempotency key. */
  readonly id: string
  /** From 1. */
  readonly number: number
  /** Whether someone asked for it again. */
  readonly replay: boolean
  /** Aborts at the attempt's time-out. */
  readonly signal: AbortSignal
  /** A logger that names the kind and the notification. */
  readonly log: Log
}
