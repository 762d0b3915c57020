import { ownOptions } from '../own-options.ts'
import { checkLength, longestText, readText } from './checks/read-text.ts'
import { type Choice, readChoices } from './choices.ts'
import { type PlainType, plainReply } from './fallback-reply.ts'
import { KnownScreens } from './known-screens.ts'
import { type CheckedPayment, type PaymentRequest, readCallbackUrl, readPayment } from './payment-request.ts'
import {
  displayed,
  inputOf,
  itemsOf,
  makeReply,
  menuOf,
  paymentOf,
  type Reply,
  type ReplyChannel,
  withState,
} from './reply.ts'
import {
  type EndOptions,
  type FieldType,
  fieldTypes,
  isStateAlone,
  type MenuForm,
  type MenuOptions,
  optionNames,
  type PromptOptions,
  readOptions,
  readWord,
  type Words,
} from './reply-options.ts'

/** The builders that both channels have in common. They need no `this`, so they may be taken from the turn. */
export interface ScreenReplies<C extends ReplyChannel> {
  /**
   * A screen that the user answers in their own words. The session goes on.
   *
   * @param message at most 4000 characters, not blank; `\r\n` becomes a line feed
   * @throws an error with a code `FMW_REPLY_…` that names what is wrong and what to do
   * @example
   * ```ts
   * turn.prompt('Enter your PIN', { maskNext: true })
   * ```
   */
  prompt(message: string, options?: PromptOptions): Reply<C>
  /**
   * A screen of numbered choices under a title. The session goes on.
   *
   * @throws an error with a code `FMW_REPLY_…` that names what is wrong and what to do
   * @example
   * ```ts
   * turn.menu('Welcome', ['Tea, 5.00', 'Leave']) // 'Welcome\n1. Tea, 5.00\n2. Leave'
   * ```
   */
  menu(title: string, choices: readonly Choice[], options?: MenuOptions): Reply<C>
  /**
   * The last screen. The session ends.
   *
   * @throws an error with a code `FMW_REPLY_…` that names what is wrong and what to do
   * @example
   * ```ts
   * turn.end('Goodbye')
   * ```
   */
  end(message: string, options?: EndOptions): Reply<C>
}

/** The builders of one channel, made once and shared by all its turns. */
function screenReplies<C extends ReplyChannel>(channel: C): ScreenReplies<C> {
  const prompts = new KnownScreens<C>()
  const ends = new KnownScreens<C>()
  return {
    prompt(message, options) {
      const known = prompts.get(message) ?? readPlain(channel, 'response', message)
      if (options === undefined) return prompts.keep(message, known)
      const carried = readOptions('turn.prompt', optionNames.all, options)
      const field: FieldType = readWord('turn.prompt', 'field', fieldTypes, ownOptions(options).field)
      return field === 'text' && isStateAlone(carried)
        ? withState(prompts.keep(message, known), carried)
        : makeReply(channel, 'response', known.message, carried, inputOf(field))
    },
    menu(title, choices, options) {
      const heading = readText('title', title, longestText)
      const carried = readOptions('turn.menu', optionNames.menu, options)
      const own: MenuOptions = ownOptions(options ?? {})
      const form = readWord('turn.menu', 'as', menuForms, own.as)
      const field = readWord('turn.menu', 'field', fieldTypes, own.field)
      const content = menuOf(form, readChoices(choices, form), field)
      let text = heading
      let number = 0
      for (const choice of content.data) {
        number += 1
        text += `\n${number}. ${choice.display}`
      }
      checkLength('menu', text, longestText)
      return makeReply(channel, 'response', text, carried, content)
    },
    end(message, options) {
      const known = ends.get(message) ?? readPlain(channel, 'release', message)
      if (options === undefined) return ends.keep(message, known)
      const carried = readOptions('turn.end', optionNames.all, options)
      return isStateAlone(carried)
        ? withState(ends.keep(message, known), carried)
        : makeReply(channel, 'release', known.message, carried, displayed)
    },
  }
}

function readPlain<C extends ReplyChannel>(channel: C, type: PlainType, message: string): Reply<C> {
  return plainReply(channel, type, readText('message', message, longestText))
}

/** Reference 2.6, DataType: the three that use Data; the first stands when none is given. */
const menuForms: Words<MenuForm> = ['menu', 'select', 'confirm']

/** Ends with a payment that was checked, or is checked here. */
export type PayBuilder<C extends ReplyChannel> = (
  message: string,
  payment: PaymentRequest | CheckedPayment,
  options?: EndOptions,
) => Reply<C>

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
export function ussdPay(callbackUrlOf: CallbackUrlOf, purchase?: string): PayBuilder<'ussd'> {
  return (message, given, options) => {
    const text = readText('message', message, longestText)
    const carried = readOptions('turn.pay', optionNames.all, options)
    const payment = readPayment('turn.pay', given)
    const callbackUrl = payment.callbackUrl ?? callbackUrlOf(payment)
    return makeReply('ussd', 'release', text, carried, paymentOf(payment, callbackUrl, purchase))
  }
}

/** Gives the address for the notice of one payment. */
export type CallbackUrlOf = (payment: Pick<CheckedPayment, 'amount' | 'reference' | 'currency'>) => string | undefined

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
    pay: programmablePay(),
  })
}

/** Sends what is to be paid to the checkout. @param purchase what was done for it */
export function programmablePay(purchase?: string): PayBuilder<'programmable'> {
  return (message, payment, options) => {
    const text = readText('message', message, longestText)
    const carried = readOptions('turn.pay', optionNames.all, options)
    return makeReply('programmable', 'addToCart', text, carried, itemsOf(readPayment('turn.pay', payment), purchase))
  }
}
