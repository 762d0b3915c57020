import type { Log } from '../log.ts'
import type { PaymentRequest } from '../replies/index.ts'
import type { Channel } from './channel.ts'
import type { Question } from './questions/question.ts'
import type { AsJson } from './record/recorded.ts'
import type { Ending, ShowOptions } from './steps/ending.ts'
import type { Words } from './words.ts'

/**
 * The script of a conversation. It runs from its start on each turn, against the record of what was answered, read and
 * done; so it must take the same path for the same answers, and everything else that decides its path belongs into
 * `talk.load`. At a question it is left for good: nothing after an `await talk.…` is certain to run, not even `finally`.
 *
 * @example
 * const greet: Script = async (talk) => {
 *   const name = await talk.ask('Your name?', text({ max: 30 }))
 *   return talk.end(`Hello ${name}`)
 * }
 */
export type Script = (talk: Talk) => Ending | Promise<Ending>

/**
 * Who is at the other end, as the push of this turn says.
 *
 * @example
 * const who = ({ mobileInternational, mobile }: Caller) => mobileInternational ?? mobile
 */
export interface Caller {
  /** As it was sent: a phone number on USSD, an opaque identifier elsewhere. */
  readonly mobile: string
  /** `+` and digits where that is certain, else null. */
  readonly mobileInternational: string | null
  readonly operator: string
  readonly serviceCode: string
}

/**
 * An option of `talk.choose`: its label, or an object with one. What else the object holds comes back with the choice,
 * as JSON: a date becomes its text.
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
  /** What rich channels send for it; the number of the option where it is neither text nor a number, or not unique. */
  readonly value?: unknown
  /** What it costs, in major currency units; rich channels show it. */
  readonly amount?: number | undefined
  /**
   * What stands before it on USSD and is entered to choose it, in place of its place in the list: 1 to 8 digits or letters,
   * such as the code of a nominee. No key of a way, and no number twice.
   */
  readonly number?: number | string | undefined
  /** On USSD the groups of a list are chosen from first, then the options of one. It has none where this isn't given. */
  readonly group?: string | undefined
}

/**
 * Settings of a question.
 *
 * @example
 * const asked: AskOptions = { id: 'greeting' }
 */
export interface AskOptions extends ShowOptions {
  /**
   * Names the question, so that it stays the same whatever its text says. Without one it is known by the letters of its
   * text: give one where those change from turn to turn.
   */
  readonly id?: string | undefined
  /**
   * `false`: what was dialled with the code (`*713*1*2#`) does not answer it, so that everybody sees it. That of the
   * conversation when not given. A confirm, a show and a sensitive question are never answered so.
   */
  readonly dialThrough?: boolean | undefined
  /**
   * How the conversation ends where this is answered wrongly too often, in place of `words.tooOften`. It may ask and do:
   * a `talk.once` in it, such as one that locks a PIN, runs once. Where it has done nothing and the question is not
   * sensitive, the next dial goes on from the question.
   */
  readonly onTooMany?: OwnEnding | undefined
  /** How it ends where the `check` of this throws, likewise; without it the script gets what was thrown. */
  readonly onFailed?: OwnEnding | undefined
}

/**
 * How a step ends the conversation: takes steps as a script does, and returns an ending.
 *
 * @example
 * const locked: OwnEnding = async (talk) => {
 *   await talk.once('lock', (key) => cards.lock(key, talk.caller.mobile))
 *   return talk.end('Your card is locked. Call 030 000 0000.')
 * }
 */
export type OwnEnding = (talk: Talk) => Ending | Promise<Ending>

/**
 * Settings of what is read.
 *
 * @example
 * const later: LoadOptions = { onFailed: (talk) => talk.end('We cannot see your balance now. Please dial later.') }
 */
export interface LoadOptions {
  /**
   * How the conversation ends where reading fails; without it the script gets FMW_LOAD_FAILED. Where it has done nothing,
   * the next dial goes on from there, and reads again.
   */
  readonly onFailed?: OwnEnding | undefined
}

/**
 * Settings of a choice.
 *
 * @example
 * const many: ChooseOptions = { as: 'select', label: 'Regions' }
 */
export interface ChooseOptions extends AskOptions {
  /** How rich channels show it (reference 2.6, DataType); `menu` when not given. */
  readonly as?: 'menu' | 'select' | undefined
  /** In place of our line where the answer is none of the options. */
  readonly problem?: string | undefined
  /** How often it may be answered wrongly; that of the conversation when not given. */
  readonly tries?: number | undefined
  /**
   * Letters narrow the list: those that begin words of some labels show these alone. A list of several pages says so, in the
   * words of the conversation (`true`) or in yours. Not where the choice is sensitive.
   */
  readonly find?: true | string | undefined
}

/**
 * Settings of an effect.
 *
 * @example
 * const found: OnceOptions<Order> = { recover: (key) => orders.findOrCreate(key) }
 */
export interface OnceOptions<Value> {
  /**
   * Called in place of the effect where that was begun and nobody knows whether it happened, because its process was
   * killed: find out by the key, and give what the effect would have given. It may be called more than once, and beside an
   * effect whose process was frozen for 10 s: where it does the effect, one key must do one thing. Without it `talk.once`
   * throws `FMW_EFFECT_UNKNOWN`.
   */
  readonly recover?: ((key: string) => Value | Promise<Value>) | undefined
}

/**
 * One conversation with one subscriber, on whatever channel: ask, show, do, end. One step at a time: each is awaited
 * before the next.
 *
 * @example
 * const buy = async (talk: Talk) => {
 *   const meal = await talk.choose('What would you like?', ['Rice', 'Beans'])
 *   return talk.end(`One ${meal} is on its way`)
 * }
 */
export interface Talk {
  /**
   * Names the conversation, also when it goes on in another session. Where a sensitive question is answered otherwise there,
   * it is another from then on.
   */
  readonly id: string
  /** Where it is held now: a conversation that is resumed may have begun elsewhere. */
  readonly channel: Channel
  readonly caller: Caller
  readonly sessionId: string
  /** A logger that names the kind and the session. It writes again whenever the script runs again. */
  readonly log: Log
  /** Aborts when the work of this turn is given up: the subscriber left, or it took too long. */
  readonly signal: AbortSignal
  /** ms until an answer goes out whatever the script does; 0 once it has. */
  remaining(): number

  /**
   * Asks one of the questions `text`, `whole`, `decimal`, `phone`, `email`, `date`, or one of your own. A wrong answer is
   * asked again, with a line that says why.
   *
   * @returns the answer, of the question's type
   * @example
   * const age = await talk.ask('How old are you?', whole({ min: 1, max: 120 })) // a number
   */
  ask<Answer>(text: string, question: Question<Answer>, options?: AskOptions): Promise<Answer>
  /**
   * Lets choose one of several options, as they are drawn now: that they change before the answer comes does not matter.
   *
   * @returns the option that was chosen, as it was drawn, as JSON
   * @throws FMW_TALK_STEP where there is none
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
   * Shows something and goes on when the subscriber does.
   *
   * @example
   * await talk.show('Your order is ready from 14:00 on.')
   */
  show(text: string, options?: AskOptions): Promise<void>
  /**
   * Reads something once, such as a price, and records it: what it gave holds for the rest of the conversation, until
   * the subscriber goes back to before it. A failure is recorded too.
   *
   * @param name 1 to 64 letters, digits, `-` and `_`
   * @returns what was read, as JSON
   * @throws FMW_LOAD_FAILED where reading failed, now or when it was recorded
   * @example
   * const price = await talk.load('price', () => prices.of('rice'))
   */
  load<Value>(name: string, read: () => Value | Promise<Value>, options?: LoadOptions): Promise<AsJson<Value>>
  /**
   * Does something that must not be done twice, such as an order. It is recorded before it is done, and never done
   * again, whatever is repeated, timed out or killed; what it gave is recorded before the script goes on.
   *
   * @param name 1 to 64 letters, digits, `-` and `_`; the next call by the same name is another effect
   * @param effect gets an idempotency key of 32 hexadecimal digits, which fits a clientReference (reference 8)
   * @returns what it gave, as JSON
   * @throws FMW_EFFECT_FAILED where it threw, now or when it was recorded; FMW_EFFECT_UNKNOWN where its process was
   * killed while it ran and there is no `recover`
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
   * Ends the conversation with a payment: on USSD with a request that the subscriber approves (reference 2.8), from
   * programmable services by sending the item to the checkout (reference 2.6, AddToCart).
   *
   * @example
   * return talk.pay('Approve the prompt', { name: 'Tea', quantity: 2, price: 5 })
   */
  pay(text: string, payment: PaymentRequest, options?: ShowOptions): Ending
  /**
   * Says what the subscriber is about to do. Who is cut off and dials again is asked to go on with that: `Withdraw 50:
   * continue?` It is shown before a PIN is asked again. The last one counts; one line, shortened to 60 characters.
   *
   * @throws FMW_TALK_STEP where there is nothing to read in it
   * @example
   * talk.about(`Withdraw ${amount}`)
   */
  about(what: string): void
  /**
   * Marks the place that home (`00`) leads to from here on: as a rule the main menu, behind a PIN or a language. What was
   * answered before it is not asked again, and what is done behind it after that is another thing, with another key. Called
   * again, the last mark counts. Without one home leads to the first question.
   *
   * @example
   * await talk.ask('Your PIN?', pin)
   * talk.home()
   * const wish = await talk.choose('Menu', ['Balance', 'Withdraw'])
   */
  home(): void
  /**
   * Says what the conversation itself says in other words from here on, such as those of the language that was chosen.
   *
   * @example
   * if (language === 'fr') talk.speak({ back: 'Retour', home: 'Accueil', more: 'Suite' })
   */
  speak(words: Partial<Words>): void
}
