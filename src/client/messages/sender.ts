import { limits } from '../../catalogue/limits.ts'
import type { RequestFields } from '../request-fields.ts'

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
