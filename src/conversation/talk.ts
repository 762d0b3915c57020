import type { HandlerLog } from '../log.ts'
import type { PaymentRequest } from '../replies/index.ts'
import type { OnceOptions } from '../store/effects/effects.ts'
import type { AsJson } from '../store/effects/recorded.ts'
import type { Channel } from './channel.ts'
import type { Question } from './questions/question.ts'
import type { Ending, ShowOptions } from './steps/ending.ts'
import type { Words } from './words.ts'

/**
 * The script of a conversation. It runs from its start on each turn, against the record of answers, readings and
 * effects. So it must take the same path for the same answers. If other data decides the path, read it in `talk.load`.
 * At a question, this run stops for good: code after an `await talk.…` may never run, not even `finally`.
 *
 * @example
 * const greet: Script = async (talk) => {
 *   const name = await talk.ask('Your name?', text({ max: 30 }))
 *   return talk.end(`Hello ${name}`)
 * }
 */
export type Script = (talk: Talk) => Ending | Promise<Ending>

/**
 * The subscriber, as the push of this turn names them.
 *
 * @example
 * const who = ({ mobileInternational, mobile }: Caller) => mobileInternational ?? mobile
 */
export interface Caller {
  /** As it was sent: a phone number on USSD, an opaque identifier elsewhere. */
  readonly mobile: string
  /** `+` and digits if that is certain, otherwise null. */
  readonly mobileInternational: string | null
  readonly operator: string
  readonly serviceCode: string
}

/**
 * An option of `talk.choose`: its label, or an object with one. The other fields of the object come back with the
 * choice, as JSON: a date becomes its text.
 *
 * @example
 * const rice: Option = { label: 'Rice 5 kg', value: 'rice', amount: 60 }
 */
export type Option = string | LabelledOption

/**
 * An option with more than its label.
 *
 * @example
 * const oil: LabelledOption = { label: 'Oil 1 l', value: 'oil', amount: 25 }
 */
export interface LabelledOption {
  readonly label: string
  /**
   * What rich channels send for it. Default: the number of the option, also if this is neither text nor a number, or
   * isn't unique.
   */
  readonly value?: unknown
  /** What it costs, in major currency units; rich channels show it. */
  readonly amount?: number | undefined
  /**
   * The option's own number on USSD, instead of its place in the list: 1 to 8 digits or letters, such as the code of a
   * nominee. Not the key of a way, and not the same number twice.
   */
  readonly number?: number | string | undefined
  /** The option's group. On USSD, subscribers first choose a group, then an option of it. Default: no group. */
  readonly group?: string | undefined
}

/**
 * Options of a question.
 *
 * @example
 * const asked: AskOptions = { id: 'greeting' }
 */
export interface AskOptions extends ShowOptions {
  /**
   * Identifies the question, whatever its text. Without it, the letters of the text identify it. Give an `id` if those
   * change from turn to turn.
   */
  readonly id?: string | undefined
  /**
   * With `false`, answers dialled with the code (`*713*1*2#`) don't answer this question, so everybody sees it.
   * Default: that of the conversation. A confirm, a show and a sensitive question are never answered this way.
   */
  readonly dialThrough?: boolean | undefined
  /**
   * How the conversation ends after too many wrong answers, instead of `words.tooOften`. It may take steps: a
   * `talk.once` in it, such as one that locks a PIN, runs once. If it did no effect and the question isn't sensitive,
   * the next dial continues at the question.
   */
  readonly onTooMany?: OwnEnding | undefined
  /** How the conversation ends if the `check` throws. Without it, the script gets the error. */
  readonly onFailed?: OwnEnding | undefined
}

/**
 * Ends the conversation for a step: it takes steps like a script, and returns an ending.
 *
 * @example
 * const locked: OwnEnding = async (talk) => {
 *   await talk.once('lock', (key) => cards.lock(key, talk.caller.mobile))
 *   return talk.end('Your card is locked. Call 030 000 0000.')
 * }
 */
export type OwnEnding = (talk: Talk) => Ending | Promise<Ending>

/**
 * Options of `talk.load`.
 *
 * @example
 * const later: LoadOptions = { onFailed: (talk) => talk.end('We cannot see your balance now. Please dial later.') }
 */
export interface LoadOptions {
  /**
   * How the conversation ends if reading fails. Without it, the script gets FMW_LOAD_FAILED. If it did no effect, the
   * next dial continues there, and reads again.
   */
  readonly onFailed?: OwnEnding | undefined
}

/**
 * Options of `talk.choose`.
 *
 * @example
 * const many: ChooseOptions = { as: 'select', label: 'Regions' }
 */
export interface ChooseOptions extends AskOptions {
  /** How rich channels show the list (reference 2.6, DataType). Default `menu`. */
  readonly as?: 'menu' | 'select' | undefined
  /** Your line for an answer that isn't an option, instead of ours. */
  readonly problem?: string | undefined
  /** Wrong answers that end the session. Default: that of the conversation. */
  readonly tries?: number | undefined
  /**
   * Lets letters narrow the list to labels with a word that begins so. A list of several pages says so, in the words of
   * the conversation (`true`) or in yours. Not for a sensitive choice.
   */
  readonly find?: true | string | undefined
}

/**
 * One conversation with one subscriber, on any channel: ask, show, do, end. Take one step at a time, and await each.
 *
 * @example
 * const buy = async (talk: Talk) => {
 *   const meal = await talk.choose('What would you like?', ['Rice', 'Beans'])
 *   return talk.end(`One ${meal} is on its way`)
 * }
 */
export interface Talk {
  /**
   * The id of the conversation. It stays when the conversation continues in another session. If a sensitive question
   * gets another answer there, it is another id from then on.
   */
  readonly id: string
  /** The channel of this turn. A resumed conversation may have begun on another one. */
  readonly channel: Channel
  readonly caller: Caller
  readonly sessionId: string
  /** A logger that names the kind and the session. It writes again each time the script runs. */
  readonly log: HandlerLog
  /** Aborts when the plugin gives up the work of this turn: the subscriber left, or it took too long. */
  readonly signal: AbortSignal
  /** The time until the plugin answers without the script, in ms. 0 once it has. */
  remaining(): number

  /**
   * Asks a question: `text`, `whole`, `decimal`, `phone`, `email`, `date`, or one of your own. After a wrong answer it
   * asks again, with a line that says why.
   *
   * @returns the answer, of the question's type
   * @example
   * const age = await talk.ask('How old are you?', whole({ min: 1, max: 120 })) // a number
   */
  ask<Answer>(text: string, question: Question<Answer>, options?: AskOptions): Promise<Answer>
  /**
   * Lets the subscriber choose one of several options. The answer means what was on the screen, even if the options
   * change before it comes.
   *
   * @returns the option that was chosen, as it was drawn, as JSON
   * @throws FMW_TALK_STEP if there are no options
   * @example
   * const { amount } = await talk.choose('Size', [{ label: 'Small', amount: 5 }, { label: 'Large', amount: 8 }])
   */
  choose<const O extends Option>(text: string, options: readonly O[], settings?: ChooseOptions): Promise<AsJson<O>>
  /**
   * Asks for a yes or a no.
   *
   * @example
   * if (!(await talk.confirm('Pay 5.00?'))) return talk.end('Cancelled')
   */
  confirm(text: string, options?: AskOptions): Promise<boolean>
  /**
   * Shows a text, and continues when the subscriber does.
   *
   * @example
   * await talk.show('Your order is ready from 14:00 on.')
   */
  show(text: string, options?: AskOptions): Promise<void>
  /**
   * Reads something once, such as a price, and records it. The result stays for the rest of the conversation, until the
   * subscriber goes back to before it. A failure is recorded too.
   *
   * @param name 1 to 64 letters, digits, `-` and `_`
   * @returns what was read, as JSON
   * @throws FMW_LOAD_FAILED if reading failed, now or on an earlier turn
   * @example
   * const price = await talk.load('price', () => prices.of('rice'))
   */
  load<Value>(name: string, read: () => Value | Promise<Value>, options?: LoadOptions): Promise<AsJson<Value>>
  /**
   * Does a one-time action, such as an order. The plugin records it before it runs, and never runs it again, after a
   * repeat, a timeout or a kill. It records the result before the script continues.
   *
   * @param name 1 to 64 letters, digits, `-` and `_`; the next call by the same name is another effect
   * @param effect gets an idempotency key of 32 hexadecimal digits, which fits a clientReference (reference 8)
   * @returns what it gave, as JSON
   * @throws FMW_EFFECT_FAILED if the effect threw, now or on an earlier turn; FMW_EFFECT_UNKNOWN if it isn't known whether it
   * was done: its process was killed while it ran, its error has `isUncertain`, it threw after `talk.signal` aborted, or its
   * result can't be kept. The next dial comes to it with the same key, and `recover` is called
   * @example
   * const order = await talk.once('order', (key) => orders.create(key, 'rice', 2))
   */
  once<Value>(
    name: string,
    effect: (key: string) => Value | Promise<Value>,
    options?: OnceOptions<Value>,
  ): Promise<AsJson<Value>>
  /**
   * Ends the conversation: `return talk.end('Goodbye')`.
   */
  end(text: string, options?: ShowOptions): Ending
  /**
   * Ends the conversation with a payment. On USSD, the subscriber gets a prompt to approve (reference 2.8). On
   * programmable services, the items go to the checkout (reference 2.6, AddToCart).
   *
   * @throws FMW_EFFECT_UNKNOWN if an effect of this turn threw it, and the script caught that
   * @example
   * return talk.pay('Approve the prompt', { name: 'Tea', quantity: 2, price: 5 })
   */
  pay(text: string, payment: PaymentRequest, options?: ShowOptions): Ending
  /**
   * Says what the subscriber is about to do. A dropped caller who redials then reads `Withdraw 50: continue?`, before
   * any PIN. The last call counts, until an effect is done, a confirm is answered with No, or `talk.home()` is called.
   * `null` or an empty text clears it. One line, shortened to 60 characters.
   *
   * @throws FMW_TALK_STEP if it is neither text nor null
   * @example
   * talk.about(`Withdraw ${amount}`)
   */
  about(what: string | null): void
  /**
   * Marks the place that home (`00`) leads to from here on, usually the main menu after a PIN or a language. Earlier
   * answers stay. After home, effects behind this place are new ones, with new keys. The last call counts. Without it,
   * home leads to the first question.
   *
   * @example
   * await talk.ask('Your PIN?', pin)
   * talk.home()
   * const wish = await talk.choose('Menu', ['Balance', 'Withdraw'])
   */
  home(): void
  /**
   * Changes the conversation's own texts from here on, for example to the language that the subscriber chose.
   *
   * @example
   * if (language === 'fr') talk.speak({ back: 'Retour', home: 'Accueil', more: 'Suite' })
   */
  speak(words: Partial<Words>): void
}
