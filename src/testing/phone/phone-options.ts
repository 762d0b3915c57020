import type { Channel } from '../../conversation/channel.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { Fields } from '../../pushes/reading/is-record.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { NameCasing } from '../../replies/wire/reply-settings.ts'
import type { TargetOptions } from '../target.ts'

/**
 * Who is at the phone.
 *
 * @example
 * const buyer = phone(app, { channel: 'webstore', mobile: 'user-7' })
 */
export interface PhoneOptions extends TargetOptions {
  /**
   * Where the phone is: `kind`, `mobile`, `operator` and `serviceCode` are those of the channel when not given, and on
   * rich channels what is dialled is not sent. Without it the operator and what is dialled decide.
   */
  readonly channel?: Channel | undefined
  /** `ussd` when not given. */
  readonly kind?: TurnKind | undefined
  /** `+233000000000` when not given; an opaque identifier on rich channels. */
  readonly mobile?: string | undefined
  /** `network` when not given; on rich channels their name, such as `webstore`. */
  readonly operator?: string | undefined
  /** The first number of what is dialled when not given: `713` of `*713#`. */
  readonly serviceCode?: string | undefined
  /** How the service writes the names of its fields: `pascal` when not given. */
  readonly names?: NameCasing | undefined
  /** What `choose` takes for the way to the next page: its word or its key; `More` and `99` when not given. */
  readonly more?: string | undefined
}

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
  /** `attempt.entryId` of the handler; undefined where the inbox of the phone's registration has no such notice, or nobody can look into it. */
  readonly id: string | undefined
  /**
   * What the inbox kept, read again; undefined where `id` is. Where the service is asked first (`confirmWith`), the handler
   * may have got better `evidence` than the notice has by itself.
   */
  readonly event: UssdPaymentEvent | FulfilmentEvent | undefined
  /** What the handler failed with, or why none was called; undefined where it succeeded. */
  readonly error: unknown
}
