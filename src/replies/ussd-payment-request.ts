import { limits } from '../catalogue/limits.ts'
import { readAmount } from './checks/amount.ts'
import { readCallbackUrl } from './checks/callback-url.ts'
import { checkNames } from './checks/check-names.ts'
import { describeValue } from './checks/describe-value.ts'
import { ReplyPaymentError } from './checks/errors.ts'
import { readText } from './checks/read-text.ts'

/**
 * The payment request of a USSD release (reference 2.8).
 *
 * @example
 * ```ts
 * turn.pay('Approve the prompt', { amount: 5, description: 'Tea' })
 * ```
 */
export interface UssdPaymentRequest {
  /** In major currency units, above 0, at most 2 decimals. */
  readonly amount: number
  /** What the payer reads, at most 100 characters. */
  readonly description: string
  /** Where the notice of payment goes; the one of the settings when not given. */
  readonly callbackUrl?: string | undefined
}

/** A checked payment request. */
export interface ReplyPayment {
  readonly amount: number
  readonly description: string
  readonly callbackUrl: string | undefined
}

/**
 * Gives the address for the notice of one payment.
 *
 * @param amount major currency units, checked
 */
export type CallbackUrlOf = (amount: number) => string | undefined

/**
 * Checks a payment request.
 *
 * @param callbackUrlOf gives the address when the payment names none
 * @throws FMW_REPLY_PAYMENT, FMW_REPLY_AMOUNT, FMW_REPLY_TEXT, FMW_REPLY_TEXT_LENGTH,
 * FMW_REPLY_CALLBACK_URL or FMW_REPLY_OPTION_NAME
 * @example
 * ```ts
 * readUssdPaymentRequest({ amount: 5, description: 'Tea' }, () => undefined).amount // 5
 * ```
 */
export function readUssdPaymentRequest(given: UssdPaymentRequest, callbackUrlOf: CallbackUrlOf): ReplyPayment {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ReplyPaymentError('a payment { amount, description, callbackUrl? }', describeValue(given))
  }
  // A misspelt callbackUrl would be money whose notice never comes.
  const payment = checkNames('The payment of turn.pay', paymentNames, given)
  const amount = readAmount('amount', payment.amount)
  return Object.freeze({
    amount,
    description: readText('description', payment.description, limits.description.max),
    callbackUrl: readCallbackUrl(payment.callbackUrl) ?? callbackUrlOf(amount),
  })
}

const paymentNames = ['amount', 'description', 'callbackUrl']
