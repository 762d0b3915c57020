import { nameType } from '../../pushes/push-problem.ts'
import { RequestFields } from '../request-fields.ts'
import { encodeText, readContent } from './content.ts'
import { countParts, type MessageParts } from './count-parts.ts'
import { type MessageType, messageTypes } from './message-types.ts'
import { readUserDataHeader } from './user-data-header.ts'

/**
 * In how many parts a message would go out, to be shown or looked at before it is sent. It counts as networks do; what
 * the service counted, and takes money for, are the `units` of the message that was sent (reference 2.9).
 *
 * @param content text, also an empty one; for `binary` hexadecimal or bytes
 * @param type left out, a text is of the 7-bit alphabet if it can be and else unicode, as in sending
 * @param udh user data header, hexadecimal or bytes: it takes room in each part
 * @throws ClientFieldError for what cannot be sent so, such as a `'text'` that the 7-bit alphabet does not have
 * @example
 * ```ts
 * messageParts('Your code is 0000').parts // 1
 * messageParts('€'.repeat(81)) // { encoding: 'gsm7', unit: 'septets', length: 162, parts: 2, perPart: 153, left: 143 }
 * messageParts('Medaase 🙏') // { encoding: 'ucs2', unit: 'characters', length: 10, parts: 1, perPart: 70, left: 60 }
 * ```
 */
export function messageParts(
  content: string | Uint8Array,
  type?: MessageType,
  udh?: string | Uint8Array,
): MessageParts {
  const fields = new RequestFields('messageParts')
  const words: readonly string[] = messageTypes.map((row) => row.type)
  if (type !== undefined && !words.includes(type)) throw fields.fault('type', `one of ${words.join(', ')}`, 'another')
  const header = readUserDataHeader(fields, udh)
  if (type === 'binary') return countParts(fields, readContent(fields, type, content), header)
  if (typeof content !== 'string') throw fields.fault('content', 'text', nameType(content))
  return countParts(fields, encodeText(fields, type, content), header)
}
