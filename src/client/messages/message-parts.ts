import { nameType } from '../../pushes/reading/push-problem.ts'
import { RequestFields } from '../request-fields.ts'
import { type Content, encodeText, readContent, readUserDataHeader, type UserDataHeader } from './content.ts'
import { type MessageType, messageTypes } from './message.ts'

/**
 * Counts the parts of a message before you send it. It counts as networks do. The service counts and charges the
 * `units` of the sent message (reference 2.9).
 *
 * @param content text, also an empty one; for `binary` hexadecimal or bytes
 * @param type without it, the text is 7-bit if it can be, otherwise unicode, as in sending
 * @param udh user data header, hexadecimal or bytes: it takes room in each part
 * @throws ClientFieldError for content that can't be sent this way, such as a `'text'` outside the 7-bit alphabet
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

/**
 * The parts of a message, as networks count them. You pay for each.
 *
 * @example
 * ```ts
 * const { parts, left, unit }: MessageParts = messageParts('Your order is on its way')
 * `${parts} part, room for ${left} more ${unit}` // '1 part, room for 136 more septets'
 * ```
 */
export interface MessageParts {
  /** `gsm7`: the 7-bit alphabet; `ucs2`: 16 bits a character, for all else; `binary`: bytes. */
  readonly encoding: 'gsm7' | 'ucs2' | 'binary'
  /**
   * The unit of `length`, `perPart` and `left`. In septets, `^{}\[~]|€` and the form feed take two. In characters, an
   * emoji takes two or more.
   */
  readonly unit: 'septets' | 'characters' | 'octets'
  /** How long the content is. */
  readonly length: number
  /** At least 1. */
  readonly parts: number
  /** What one part holds. It is less if there are several, because each then carries its number. */
  readonly perPart: number
  /** What still fits into the last part. */
  readonly left: number
}

/** Counts the parts of a content. @throws ClientFieldError where a part that the sender has cut does not fit into one */
export function countParts(
  fields: RequestFields,
  { encoding, costs }: Content,
  header: UserDataHeader | undefined,
): MessageParts {
  const { unit, bits } = encodings[encoding]
  const length = costs.reduce((sum, cost) => sum + cost, 0)
  const roomAfter = (octets: number) => Math.floor(((octetsOfPart - octets) * 8) / bits)
  const single = roomAfter(header?.octets ?? 0)
  if (length <= single) return { encoding, unit, length, parts: 1, perPart: single, left: single - length }
  if (header?.isOfPart) {
    const room = `in one part of ${single} ${unit}, since udh numbers it as one`
    throw fields.fault('content', room, `${length} ${unit} long`)
  }
  const perPart = roomAfter(header === undefined ? numberingHeader : header.octets + numberingElement)
  const { parts, used } = fill(costs, perPart)
  return { encoding, unit, length, parts, perPart, left: perPart - used }
}

const encodings = {
  gsm7: { unit: 'septets', bits: 7 },
  ucs2: { unit: 'characters', bits: 16 },
  binary: { unit: 'octets', bits: 8 },
} as const

const octetsOfPart = 140

/** An element with a reference, the count of parts, and the number of this one; one octet each. */
const numberingElement = 5

/** The same as a header of its own. */
const numberingHeader = numberingElement + 1

/** How many parts are filled, and how far the last. */
function fill(costs: readonly number[], perPart: number): { readonly parts: number; readonly used: number } {
  let parts = 1
  let used = 0
  for (const cost of costs) {
    if (used + cost > perPart) {
      parts++
      used = 0
    }
    used += cost
  }
  return { parts, used }
}
