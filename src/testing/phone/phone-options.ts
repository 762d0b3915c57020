import type { Channel } from '../../conversation/channel.ts'
import { ownOptions } from '../../own-options.ts'
import type { FulfilmentEvent } from '../../pushes/fulfilment.ts'
import { type TurnKind, turnKinds } from '../../pushes/kinds.ts'
import type { Outcome } from '../../pushes/money/outcome.ts'
import type { Fields } from '../../pushes/reading/json.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'
import type { NameCasing } from '../../replies/wire/reply-settings.ts'
import {
  anything,
  aText,
  aWholeNumber,
  aWordOf,
  type Checks,
  checkFields,
  must,
  someText,
  someTime,
} from '../../simulator/check-arguments.ts'
import { FMW_PHONE_ARGUMENT } from '../../simulator/phone/errors.ts'
import { type TargetOptions, targetChecks } from '../target.ts'

/**
 * Options of `phone`.
 *
 * @example
 * const buyer = phone(app, { channel: 'webstore', mobile: 'user-7' })
 */
export interface PhoneOptions extends TargetOptions {
  /**
   * The channel of the phone. It sets the defaults of `kind`, `mobile`, `operator` and `serviceCode`. On rich channels,
   * dialled codes aren't sent. Default: the operator and the dialled code decide.
   */
  readonly channel?: Channel | undefined
  /** The kind of its pushes. Default `ussd`. */
  readonly kind?: TurnKind | undefined
  /** The subscriber. Default `+233000000000`; on rich channels an opaque identifier. */
  readonly mobile?: string | undefined
  /** The operator. Default `network`; on rich channels their name, such as `webstore`. */
  readonly operator?: string | undefined
  /** The ServiceCode of its pushes. Default: the first number of the dialled code, `713` of `*713#`. */
  readonly serviceCode?: string | undefined
  /** How the service writes the names of its fields. Default `pascal`. */
  readonly names?: NameCasing | undefined
  /** The word or the key of the way to the next page, for `choose`. Default: `More` and `99`. */
  readonly more?: string | undefined
}

/** The same, of what JavaScript gives. @throws FMW_PHONE_ARGUMENT */
export function readPhoneOptions(options: PhoneOptions): PhoneOptions {
  checkFields(options, phoneChecks, (name, problem) => new FMW_PHONE_ARGUMENT(`phone: ${name}`, problem))
  return ownOptions(options)
}

export const phoneChecks: Checks<PhoneOptions> = {
  ...targetChecks,
  // FMW_PHONE_CHANNEL says it.
  channel: anything,
  kind: aWordOf(turnKinds),
  mobile: aText,
  operator: aText,
  serviceCode: aText,
  names: aWordOf(['pascal', 'camel'] satisfies NameCasing[]),
  more: aText,
}

/**
 * The outcomes that `pay` can post. Every kind of notice has them.
 *
 * @example
 * const unpaid: readonly PayOutcome[] = ['failed', 'cancelled', 'undetermined']
 */
export type PayOutcome = Exclude<Outcome, 'pending'>

/**
 * Options of `pay`.
 *
 * @example
 * const tooLittle: PayOptions = { amount: 0.05 }
 * await phone(app).dial('*713#').choose('Tea').pay(tooLittle)
 */
export interface PayOptions {
  /** How the payment ends. Default `paid`. */
  readonly outcome?: PayOutcome | undefined
  /**
   * The paid amount, in major currency units. Default: what was asked for, or 0 if the payment failed or was cancelled.
   */
  readonly amount?: number | undefined
  /** How often the same notice comes, all at once. Default 1. */
  readonly times?: number | undefined
  /**
   * The service's identifier of the payment: TransactionId, or OrderId. Default: one for each session. Another one
   * makes another payment of that session.
   */
  readonly paymentId?: string | undefined
  /**
   * Where the notice goes, instead of the reply's address or the registered one: a path, or a whole address if the
   * phone has one. It gets the query of the reply's address.
   */
  readonly url?: string | undefined
  /** How long handling the notice may take, in ms of the machine's own time. Default 4,000. */
  readonly within?: number | undefined
}

export const payChecks: Checks<PayOptions> = {
  outcome: aWordOf(['paid', 'failed', 'cancelled', 'refunded', 'undetermined'] satisfies PayOutcome[]),
  amount: must(
    'a number from 0, in major currency units',
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  ),
  times: aWholeNumber(1, 1_000),
  paymentId: someText,
  url: aText,
  within: someTime,
}

/**
 * The result of a payment that `pay` posted.
 *
 * @example
 * const caller = phone(app)
 * await caller.dial('*713#').choose('Tea').pay()
 * const payment: PhonePayment | undefined = caller.lastPayment
 * payment?.event?.evidence // 'signed'
 */
export interface PhonePayment {
  /** The notice, as it was posted. */
  readonly notice: Fields
  /** The HTTP status of the answer. Undefined if none came in time. */
  readonly status: number | undefined
  /**
   * `attempt.entryId` of the handler. Undefined if the inbox of the phone's registration has no such notice, or can't
   * be read.
   */
  readonly id: string | undefined
  /**
   * The event, as the inbox kept it. Undefined if `id` is. If the service is asked first (`confirmWith`), the handler
   * may have got better `evidence`.
   */
  readonly event: UssdPaymentEvent | FulfilmentEvent | undefined
  /** The error of the handler, or why none was called. Undefined if it succeeded. */
  readonly error: unknown
}
