import type { ReplyChoice } from './choices.ts'
import type { CheckedPayment, ReplyItem } from './payment-request.ts'
import { type CarriedOptions, type FieldType, isStateAlone, type MenuForm, noOptions } from './reply-options.ts'

/** The two channels whose pushes are answered with a screen. */
export type ReplyChannel = 'ussd' | 'programmable'

/** What a reply does to the session: it goes on, it ends, or it ends in a checkout (reference 2.6, 2.8). */
export type ReplyType = 'response' | 'release' | 'addToCart'

let build: <C extends ReplyChannel>(
  channel: C,
  type: ReplyType,
  message: string,
  options: CarriedOptions,
  content: ReplyContent,
  stateless?: Reply<C>,
) => Reply<C>
let holdsMark: (value: object) => value is Reply
let contentIn: (reply: Reply) => ReplyContent
let optionsIn: (reply: Reply) => CarriedOptions
let share: (reply: Reply) => void
let isMarked: (reply: Reply) => boolean
let statelessOf: <C extends ReplyChannel>(reply: Reply<C>) => Reply<C> | undefined
let jsonOf: (reply: Reply, settings: object) => string | undefined
let keepJson: (reply: Reply, settings: object, json: string) => void

/**
 * A checked answer to a push. Only the builders of a `turn` make one. If a handler doesn't return it, or returns
 * another object, it doesn't compile. Frozen.
 *
 * @example
 * ```ts
 * ussd: (push, turn) => turn.prompt('Welcome\n1. Tea') // a Reply<'ussd'>
 * ```
 */
export class Reply<C extends ReplyChannel = ReplyChannel> {
  /** The channel whose turn built it. */
  readonly channel: C
  readonly type: ReplyType
  /** The whole text of the screen, line feeds as `\n`; with a menu its numbered choices too. */
  readonly message: string
  // What most replies have in common is shared among them: one is kept for every turn that may be repeated.
  readonly #options: CarriedOptions
  readonly #content: ReplyContent
  /** The same without its state, where that is known. */
  readonly #stateless: Reply<C> | undefined
  #isShared = false
  #json: string | undefined
  #writtenWith: object | undefined

  private constructor(
    channel: C,
    type: ReplyType,
    message: string,
    options: CarriedOptions,
    content: ReplyContent,
    stateless: Reply<C> | undefined,
  ) {
    this.channel = channel
    this.type = type
    this.message = message
    this.#options = options
    this.#content = content
    this.#stateless = stateless
    Object.freeze(this)
  }

  /** Whether the next state of the session was given: `state` then replaces it, and null clears it. */
  get hasState(): boolean {
    return this.#options.hasState
  }

  get state(): unknown {
    return this.#options.state
  }

  /** At most 100 characters; undefined when none goes out. */
  get clientState(): string | undefined {
    return this.#options.clientState
  }

  /** This screen is masked, and left out of logs. */
  get sensitive(): boolean {
    return this.#options.sensitive
  }

  /** The answer to this screen is masked, and left out of logs. */
  get maskNext(): boolean {
    return this.#options.maskNext
  }

  /** The answer to this screen is left out of logs and transcripts. */
  get hidesAnswer(): boolean {
    const { sensitive, maskNext, hidesAnswer } = this.#options
    return sensitive || maskNext || hidesAnswer
  }

  get label(): string | undefined {
    return this.#options.label
  }

  get dataType(): DataType {
    return this.#content.dataType
  }

  get fieldType(): FieldType | null {
    return this.#content.fieldType
  }

  /** The choices of a menu; empty for every other reply. */
  get data(): readonly ReplyChoice[] {
    return this.#content.data
  }

  /** The payment request of a USSD release. */
  get payment(): ReplyPayment | undefined {
    return this.#content.payment
  }

  /** What a programmable service sends to the checkout; at least one, or undefined. */
  get items(): readonly ReplyItem[] | undefined {
    return this.#content.items
  }

  /** Your own reference of the payment. Undefined without a payment, and in replies that a store has kept. */
  get reference(): string | undefined {
    return this.#content.reference
  }

  static {
    build = (channel, type, message, options, content, stateless) =>
      new Reply(channel, type, message, options, content, stateless)
    // A private name cannot be forged, neither by a plain object nor by one with our prototype.
    holdsMark = (value): value is Reply => #content in value
    contentIn = (reply) => reply.#content
    optionsIn = (reply) => reply.#options
    share = (reply) => {
      reply.#isShared = true
    }
    isMarked = (reply) => reply.#isShared
    statelessOf = (reply) => reply.#stateless
    jsonOf = (reply, settings) => (reply.#writtenWith === settings ? reply.#json : undefined)
    keepJson = (reply, settings, json) => {
      if (!reply.#isShared) return
      reply.#json = json
      reply.#writtenWith = settings
    }
  }
}

/**
 * Whether a value is a reply that a builder made.
 *
 * @example
 * ```ts
 * isReply({ type: 'response', message: 'Welcome' }) // false
 * ```
 */
export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && holdsMark(value)
}

/**
 * Whether a value is a reply that a turn of this channel built.
 *
 * @example
 * ```ts
 * isReplyOf(programmableTurn.end('Goodbye'), 'ussd') // false
 * ```
 */
export function isReplyOf<C extends ReplyChannel>(value: unknown, channel: C): value is Reply<C> {
  return isReply(value) && value.channel === channel
}

/** Makes a reply of checked parts. For the builders of this room only; merchants have no way to it. */
export function makeReply<C extends ReplyChannel>(
  channel: C,
  type: ReplyType,
  message: string,
  options: CarriedOptions,
  content: ReplyContent,
): Reply<C> {
  return build(channel, type, message, options, content)
}

/** What a reply has besides its text: the same objects for all replies that were given none of their own. */
export function partsOf(reply: Reply): { readonly options: CarriedOptions; readonly content: ReplyContent } {
  return { options: optionsIn(reply), content: contentIn(reply) }
}

/** What was done for the payment that a reply asks for; undefined where nobody said. */
export function purchaseOf(reply: Reply): string | undefined {
  return contentIn(reply).purchase
}

/** What the cart of a reply is to be paid in; undefined where nobody said. */
export function currencyOf(reply: Reply): string | undefined {
  return contentIn(reply).currency
}

/** The same reply once its state is committed: what is kept for repeats holds nothing of the merchant's. */
export function withoutState<C extends ReplyChannel>(reply: Reply<C>): Reply<C> {
  if (!reply.hasState) return reply
  const known = statelessOf(reply)
  if (known !== undefined) return known
  const { channel, type, message, clientState, sensitive, maskNext, hidesAnswer, label } = reply
  const options = optionsIn(reply)
  const carried = isStateAlone(options)
    ? noOptions
    : { ...noOptions, clientState, sensitive, maskNext, hidesAnswer, label, told: options.told }
  return build(channel, type, message, carried, contentIn(reply))
}

/** A reply with a state, which goes out like the one without. @param carried has nothing but the state */
export function withState<C extends ReplyChannel>(stateless: Reply<C>, carried: CarriedOptions): Reply<C> {
  const { channel, type, message } = stateless
  return build(channel, type, message, carried, contentIn(stateless), stateless)
}

/** Marks a reply that many turns give: what it looks like on the wire is kept with it. */
export function shared<C extends ReplyChannel>(reply: Reply<C>): Reply<C> {
  share(reply)
  return reply
}

/** Whether many turns give this same reply. */
export function isShared(reply: Reply): boolean {
  return isMarked(reply)
}

/** The JSON of a shared reply, written once for the same settings. */
export function writtenOnce<C extends ReplyChannel, Settings extends object>(
  given: Reply<C>,
  settings: Settings,
  write: (reply: Reply<C>, settings: Settings) => string,
): string {
  const reply = statelessOf(given) ?? given
  const known = jsonOf(reply, settings)
  if (known !== undefined) return known
  const json = write(reply, settings)
  keepJson(reply, settings, json)
  return json
}

/**
 * What a rich channel makes of a reply (reference 2.6, DataType).
 *
 * @example
 * const isAnswered = (dataType: DataType) => dataType !== 'display'
 * isAnswered(turn.prompt('Your name?').dataType) // true
 */
export type DataType = 'display' | 'input' | MenuForm

/** The payment request of a USSD release. */
export interface ReplyPayment {
  readonly amount: number
  readonly description: string
  readonly callbackUrl: string | undefined
}

/** What one builder adds to the words of a screen. */
export interface ReplyContent {
  readonly dataType: DataType
  readonly fieldType: FieldType | null
  readonly data: readonly ReplyChoice[]
  readonly payment: ReplyPayment | undefined
  readonly items: readonly ReplyItem[] | undefined
  /** The merchant's own reference of what is to be paid. It does not go out. */
  readonly reference?: string | undefined
  /** What a cart is to be paid in. It does not go out. */
  readonly currency?: string | undefined
  /** What was done for this payment: screens of several sessions may ask for it. It does not go out. */
  readonly purchase?: string | undefined
}

const noChoices: readonly ReplyChoice[] = Object.freeze([])

/**
 * A screen that asks for nothing. The reference gives FieldType as null for `confirm` alone, and rich channels
 * want the field filled, so it is `text` here.
 */
export const displayed: ReplyContent = Object.freeze({
  dataType: 'display',
  fieldType: 'text',
  data: noChoices,
  payment: undefined,
  items: undefined,
})

/** A screen that is answered in the user's own words. */
export function inputOf(fieldType: FieldType): ReplyContent {
  return inputs[fieldType]
}

const inputs: { readonly [F in FieldType]: ReplyContent } = {
  text: input('text'),
  phone: input('phone'),
  email: input('email'),
  number: input('number'),
  decimal: input('decimal'),
  textarea: input('textarea'),
}

function input(fieldType: FieldType): ReplyContent {
  return Object.freeze({ dataType: 'input', fieldType, data: noChoices, payment: undefined, items: undefined })
}

/** A screen of choices; FieldType is null for `confirm` (reference 2.6). */
export function menuOf(form: MenuForm, data: readonly ReplyChoice[], field: FieldType): ReplyContent {
  return { dataType: form, fieldType: form === 'confirm' ? null : field, data, payment: undefined, items: undefined }
}

/** A last screen with a payment request (reference 2.8). */
export function paymentOf(
  { amount, description, reference }: CheckedPayment,
  callbackUrl: string | undefined,
  purchase: string | undefined,
): ReplyContent {
  const payment = Object.freeze({ amount, description, callbackUrl })
  return { dataType: 'display', fieldType: 'text', data: noChoices, payment, items: undefined, reference, purchase }
}

/** A last screen that sends items to the checkout (reference 2.6). */
export function itemsOf({ items, reference, currency }: CheckedPayment, purchase: string | undefined): ReplyContent {
  const own = { items, reference, currency, purchase }
  return { dataType: 'display', fieldType: 'text', data: noChoices, payment: undefined, ...own }
}
