import type { FulfilmentEvent } from '../pushes/fulfilment.ts'
import type { Fields } from '../pushes/is-record.ts'
import type { UssdPaymentEvent } from '../pushes/ussd-payment.ts'

/**
 * What an application made of the notice of a payment.
 *
 * @example
 * const caller = phone(app)
 * await caller.dial('*713#').choose('Tea').pay()
 * const payment: PhonePayment | undefined = caller.lastPayment
 * payment?.event?.evidence // 'signed'
 */
export interface PhonePayment {
  /** As it was posted. */
  readonly notice: Fields
  /** Of the answer; undefined where none came in time. */
  readonly status: number | undefined
  /** `attempt.id` of the handler; undefined where the inbox of the phone's registration has no such notice, or nobody can look into it. */
  readonly id: string | undefined
  /**
   * What the inbox kept, read again; undefined where `id` is. Where the service is asked first (`confirmWith`), the handler
   * may have got better `evidence` than the notice has by itself.
   */
  readonly event: UssdPaymentEvent | FulfilmentEvent | undefined
  /** What the handler failed with, or why none was called; undefined where it succeeded. */
  readonly error: unknown
}
