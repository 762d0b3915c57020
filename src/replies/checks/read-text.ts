import { cleanText } from '../../text/clean-text.ts'
import { describeValue } from './describe-value.ts'
import { ReplyTextError, ReplyTextLengthError } from './errors.ts'

/**
 * The longest text that a reply takes, in UTF-16 units. The reference gives no limit for Message and a USSD
 * screen holds far less; this only stops a whole list or a stack trace from leaving as a screen.
 */
export const longestText = 4000

/**
 * A text for people, cleaned, with something to read in it.
 *
 * @throws FMW_REPLY_TEXT when it is no string or blank
 * @throws FMW_REPLY_TEXT_LENGTH when it is longer than `limit`
 * @example
 * ```ts
 * readText('message', 'Welcome', longestText) // 'Welcome'
 * ```
 */
export function readText(what: string, value: unknown, limit: number): string {
  if (typeof value !== 'string') throw new ReplyTextError(what, describeValue(value))
  const text = withLineFeeds(cleanText(value))
  if (!isVisible(text)) throw new ReplyTextError(what, value === '' ? 'empty' : `blank: ${describeValue(value)}`)
  checkLength(what, text, limit)
  return text
}

/** Whether a text shows anything. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** Refuses a text of more than `limit` UTF-16 units. */
export function checkLength(what: string, text: string, limit: number): void {
  if (text.length > limit) throw new ReplyTextLengthError(what, text.length, limit)
}

/** `\r\n` and a lone `\r` become the line feed that a new line is written with (reference 2.6, Message). */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

// A control or format character alone (a byte-order mark, a zero-width space) shows nothing either.
const visible = /[^\s\p{Cc}\p{Cf}]/u
