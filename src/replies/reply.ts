import type { ReplyChoice } from './choices.ts'
import type { FieldType } from './field-type.ts'
import type { ReplyItem } from './items.ts'
import type { DataType, ReplyContent } from './reply-content.ts'
import type { CarriedOptions } from './reply-options.ts'
import type { ReplyPayment } from './ussd-payment-request.ts'

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
) => Reply<C>
let holdsMark: (value: object) => value is Reply

/**
 * A checked answer to a push. Only the builders of a `turn` make one, so a handler that forgets to return it,
 * or returns an object of its own, does not compile, and nothing unchecked leaves the process. Frozen.
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
  /** Whether the next state of the session was given: `state` then replaces it, and null clears it. */
  readonly hasState: boolean
  readonly state: unknown
  /** At most 100 characters; undefined when none goes out. */
  readonly clientState: string | undefined
  /** This screen is masked, and left out of logs. */
  readonly sensitive: boolean
  /** The answer to this screen is masked, and left out of logs. */
  readonly maskNext: boolean
  readonly label: string | undefined
  readonly dataType: DataType
  readonly fieldType: FieldType | null
  /** The choices of a menu; empty for every other reply. */
  readonly data: readonly ReplyChoice[]
  /** The payment request of a USSD release. */
  readonly payment: ReplyPayment | undefined
  /** What a programmable service sends to the checkout; at least one, or undefined. */
  readonly items: readonly ReplyItem[] | undefined
  // A private name cannot be forged, neither by a plain object nor by one with our prototype.
  readonly #mark = true

  private constructor(channel: C, type: ReplyType, message: string, options: CarriedOptions, content: ReplyContent) {
    this.channel = channel
    this.type = type
    this.message = message
    this.hasState = options.hasState
    this.state = options.state
    this.clientState = options.clientState
    this.sensitive = options.sensitive
    this.maskNext = options.maskNext
    this.label = options.label
    this.dataType = content.dataType
    this.fieldType = content.fieldType
    this.data = content.data
    this.payment = content.payment
    this.items = content.items
    Object.freeze(this)
  }

  static {
    build = (channel, type, message, options, content) => new Reply(channel, type, message, options, content)
    holdsMark = (value): value is Reply => #mark in value
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

/** The same reply once its state is committed: what is kept for repeats holds nothing of the merchant's. */
export function withoutState<C extends ReplyChannel>(reply: Reply<C>): Reply<C> {
  if (!reply.hasState) return reply
  const { clientState, sensitive, maskNext, label } = reply
  const carried = { hasState: false, state: undefined, clientState, sensitive, maskNext, label }
  return build(reply.channel, reply.type, reply.message, carried, reply)
}
