import { readCallbackUrl } from './checks/callback-url.ts'
import { longestText, readText } from './checks/read-text.ts'
import { type CheckedPayment, type PaymentRequest, readPayment } from './payment-request.ts'
import { makeReply, type Reply } from './reply.ts'
import { paymentOf } from './reply-content.ts'
import { type EndOptions, optionNames, readOptions } from './reply-options.ts'
import { type PayBuilder, type ScreenReplies, screenReplies } from './screen-replies.ts'

/**
 * The builders of a USSD turn.
 *
 * @example
 * ```ts
 * const sell = (turn: UssdReplies, amount: number, reference: string) =>
 *   turn.pay('Approve the prompt', { amount, description: 'Tea', reference })
 * ```
 */
export interface UssdReplies extends ScreenReplies<'ussd'> {
  /**
   * The last screen, with a request that the subscriber pays (reference 2.8: Release with Amount, Description
   * and CallbackUrl).
   *
   * @throws an error with a code `FMW_REPLY_…` that names what is wrong and what to do
   * @example
   * ```ts
   * turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: order.id })
   * ```
   */
  pay(message: string, payment: PaymentRequest, options?: EndOptions): Reply<'ussd'>
}

/** What the builders of USSD turns need to know. */
export interface UssdReplySettings {
  /** Where notices of payment go when a payment names no address of its own; without both none is sent. */
  readonly callbackUrl?: string | undefined
}

/**
 * The builders of USSD turns: made once, shared by all turns.
 *
 * @throws FMW_REPLY_CALLBACK_URL when the address of the settings is no absolute http(s) address
 * @example
 * ```ts
 * const { prompt } = ussdReplies({ callbackUrl: 'https://shop.example/push/ussd-payment/the-secret' })
 * ```
 */
export function ussdReplies(settings: UssdReplySettings): UssdReplies {
  const callbackUrl = readCallbackUrl(settings.callbackUrl)
  return Object.freeze({
    ...screenReplies('ussd'),
    pay: ussdPay(() => callbackUrl),
  })
}

/**
 * The builder of payments whose notices go to an address that is made for each of them.
 *
 * @example
 * ```ts
 * const pay = ussdPay(({ amount }) => `https://shop.example/notices?amount=${amount}`)
 * ```
 */
export function ussdPay(callbackUrlOf: CallbackUrlOf): PayBuilder<'ussd'> {
  return (message, given, options) => {
    const text = readText('message', message, longestText)
    const carried = readOptions('turn.pay', optionNames.all, options)
    const payment = readPayment('turn.pay', given)
    const callbackUrl = payment.callbackUrl ?? callbackUrlOf(payment)
    return makeReply('ussd', 'release', text, carried, paymentOf(payment, callbackUrl))
  }
}

/** Gives the address for the notice of one payment. */
export type CallbackUrlOf = (payment: Pick<CheckedPayment, 'amount' | 'reference'>) => string | undefined
