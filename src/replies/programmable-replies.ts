import { longestText, readText } from './checks/read-text.ts'
import { type PaymentRequest, readPayment } from './payment-request.ts'
import { makeReply, type Reply } from './reply.ts'
import { itemsOf } from './reply-content.ts'
import { type EndOptions, optionNames, readOptions } from './reply-options.ts'
import { type PayBuilder, type ScreenReplies, screenReplies } from './screen-replies.ts'

/**
 * The builders of a programmable-service turn.
 *
 * @example
 * ```ts
 * const sell = (turn: ProgrammableReplies, name: string, price: number) =>
 *   turn.pay('Confirm on the next screen', { name, quantity: 1, price, reference: 'order-1' })
 * ```
 */
export interface ProgrammableReplies extends ScreenReplies<'programmable'> {
  /**
   * The last screen, which sends one item or several to the checkout (reference 2.6: AddToCart with Item).
   *
   * @throws an error with a code `FMW_REPLY_…` that names what is wrong and what to do
   * @example
   * ```ts
   * turn.pay('Confirm on the next screen', { name: 'Ticket', quantity: 2, price: 12.5 })
   * ```
   */
  pay(message: string, payment: PaymentRequest, options?: EndOptions): Reply<'programmable'>
}

/**
 * The builders of programmable-service turns: made once, shared by all turns.
 *
 * @example
 * ```ts
 * const { end } = programmableReplies()
 * ```
 */
export function programmableReplies(): ProgrammableReplies {
  return Object.freeze({
    ...screenReplies('programmable'),
    pay: programmablePay,
  })
}

/** Sends what is to be paid to the checkout. */
export const programmablePay: PayBuilder<'programmable'> = (message, payment, options) => {
  const text = readText('message', message, longestText)
  const carried = readOptions('turn.pay', optionNames.all, options)
  return makeReply('programmable', 'addToCart', text, carried, itemsOf(readPayment('turn.pay', payment)))
}
