import { limits } from '../../catalogue/limits.ts'
import { nameType } from '../../pushes/reading/push-problem.ts'
import type { Numbering } from '../../text/countries.ts'
import { toInternational } from '../../text/phone.ts'
import type { RequestFields } from '../request-fields.ts'

/**
 * A message to send (reference 2.9, 4.4): text, which is what nothing else is said of, or binary, or a WAP push.
 *
 * @example
 * ```ts
 * const message: OutgoingMessage = {
 *   from: 'Shop',
 *   to: '+233000000000',
 *   content: 'Your order is on its way',
 *   clientReference: 'order-17',
 *   registeredDelivery: true,
 * }
 * await client.messages.send(message)
 * ```
 */
export type OutgoingMessage = (TextContent | BinaryContent | WapPushContent) & Envelope & Extras

/**
 * A message to send at a time (reference 4.7, which has no other fields than these; {@link OutgoingMessage} takes a
 * time too, and has them all).
 *
 * @example
 * ```ts
 * const reminder: ScheduledMessage = {
 *   from: 'Shop',
 *   to: '+233000000000',
 *   content: 'We open at nine',
 *   time: new Date('2030-01-31T08:30:00Z'),
 * }
 * const { messageId } = await client.messages.schedule(reminder)
 * ```
 */
export type ScheduledMessage = (TextContent | BinaryContent | Required<WapPushContent>) &
  Envelope & {
    /** When it is to be sent. Goes out in GMT, in whole seconds; what is less is cut off. */
    readonly time: Date
  }

/**
 * A message for quick send (reference 4.3): always text, and of the 7-bit alphabet.
 *
 * @example
 * ```ts
 * const message: QuickMessage = { from: 'Shop', to: '+233000000000', content: 'Ready' }
 * await client.messages.quickSend(message)
 * ```
 */
export interface QuickMessage extends Envelope {
  readonly content: string
  /** Whether a delivery report is wanted. */
  readonly registeredDelivery?: boolean | undefined
}

/** From whom and to whom. */
interface Envelope {
  /** At most 11 characters without spaces, or at most 16 digits, with or without a plus (reference 8). */
  readonly from: string
  /** In international form; as it is dialled inside a country only with the option `country`. */
  readonly to: string
}

/** What only a message that is sent may have. */
interface Extras {
  /** User data header: hexadecimal, or the bytes. Its first octet counts those that follow. */
  readonly udh?: string | Uint8Array | undefined
  /** When it is to be sent: in GMT, in whole seconds. */
  readonly time?: Date | undefined
  /** Yours; it comes back in the delivery report. */
  readonly clientReference?: string | undefined
  /** Whether a delivery report is wanted. */
  readonly registeredDelivery?: boolean | undefined
  /** Whether it is shown at once and not kept. */
  readonly flashMessage?: boolean | undefined
}

interface TextContent {
  /**
   * `unicode` for what the 7-bit alphabet does not have. Left out it is chosen: text, the service's default, where the
   * alphabet has all of it, else unicode. With `text` the alphabet has to have it.
   */
  readonly type?: 'text' | 'unicode' | undefined
  readonly content: string
}

interface BinaryContent {
  readonly type: 'binary'
  /** Hexadecimal, or the bytes. */
  readonly content: string | Uint8Array
}

interface WapPushContent {
  /** Its number is not shown: set the option `wapPushType`. */
  readonly type: 'wapPush'
  /** The one type that needs none (reference 4.4). */
  readonly content?: string | undefined
}

/**
 * To whom a message goes, in international form with its plus (reference 4.4). A number as it is dialled inside a
 * country is taken only where the client knows which; what is not certain is refused, since the message would reach
 * somebody else, and cost.
 *
 * @throws ClientFieldError
 */
export function readRecipient(fields: RequestFields, value: unknown, country: Numbering | undefined): string {
  const recipient = fields.text('to', value)
  const international = toInternational(recipient, country)
  if (international !== null) return international
  const hint = country === undefined ? '; the option country allows those dialled inside it' : ''
  throw fields.fault(
    'to',
    `a phone number in international form, with a plus${hint}`,
    `a text of ${recipient.length} characters that is not certainly one`,
  )
}

/**
 * Who a message is from, as it was given: a name of at most 11 characters without spaces, or a number of at most 16
 * digits (reference 8), which may have its plus.
 *
 * @throws ClientFieldError
 */
export function readSender(fields: RequestFields, value: unknown): string {
  const sender = fields.text('from', value)
  const isNumber = number.test(sender)
  const length = isNumber ? sender.replace('+', '').length : sender.length
  if (length <= (isNumber ? senderNumber.max : senderText.max) && !space.test(sender)) return sender
  const expected = `at most ${senderText.max} characters without spaces, or at most ${senderNumber.max} digits`
  const received = isNumber
    ? `${length} digits`
    : `${length} characters${space.test(sender) ? ', a space among them' : ''}`
  throw fields.fault('from', expected, received)
}

const { senderText, senderNumber } = limits
const number = /^\+?\d+$/
/** What ends a line or cannot be seen stands in no name either. */
const space = /[\s\p{Cc}\p{Cf}]/u

/**
 * When a message is to be sent, as the service writes it. Whether the time lies ahead is the service's to say: its
 * clock counts (code 400/5).
 *
 * @throws ClientFieldError
 */
export function readSendTime(fields: RequestFields, value: unknown): string {
  if (!(value instanceof Date)) throw fields.fault('time', 'a Date', nameType(value))
  // Only these have years of four digits; an invalid date is not among them.
  if (value.getTime() >= earliest && value.getTime() <= latest) return writeWireTime(value)
  throw fields.fault('time', 'a valid Date', Number.isNaN(value.getTime()) ? 'an invalid one' : 'one of another age')
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * A moment as the messaging service writes it: `YYYY-MM-DD HH:MM:SS` in GMT (reference 2.9, 4.8), cut to the second.
 * `readDate` reads it back.
 *
 * @param time a valid date of the years 0 to 9999
 */
export function writeWireTime(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')
}

/** Yes, no, or undefined where neither is said. @throws ClientFieldError */
export function readFlag(fields: RequestFields, field: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw fields.fault(field, 'true or false', nameType(value))
}
