import type { Outcome } from '../pushes/outcome.ts'

/**
 * How a payment ends, as `pay` can have it end: each of these is known of every kind of notice.
 *
 * @example
 * const unpaid: readonly PayOutcome[] = ['failed', 'cancelled', 'undetermined']
 */
export type PayOutcome = Exclude<Outcome, 'pending'>

/**
 * What becomes of a payment that a screen asked for.
 *
 * @example
 * const tooLittle: PayOptions = { amount: 0.05 }
 * await phone(app).dial('*713#').choose('Tea').pay(tooLittle)
 */
export interface PayOptions {
  /** `paid` when not given. */
  readonly outcome?: PayOutcome | undefined
  /** Major currency units; what was asked for when not given, and 0 where it failed or was cancelled. */
  readonly amount?: number | undefined
  /** How often the same notice comes, all of them at once; once when not given. */
  readonly times?: number | undefined
  /**
   * What the service calls the payment: TransactionId, or OrderId. One and the same for a session when not given; another
   * one makes it another payment of that session.
   */
  readonly paymentId?: string | undefined
  /**
   * Where the notice goes, in place of the address that the reply named, whose query it gets, or of the registered one: a
   * path, or a whole address where the phone has one.
   */
  readonly url?: string | undefined
  /** ms of the machine's own time that the notice may take until it was handled; 4,000 when not given. */
  readonly within?: number | undefined
}
