import { nameType } from '../../pushes/reading/push-problem.ts'
import type { RequestFields } from '../request-fields.ts'

/** What stands before the content of each part (reference 2.9, Udh). */
export interface UserDataHeader {
  /** As it goes out. */
  readonly hex: string
  /** With the first, which counts the others. */
  readonly octets: number
  /** Whether it says that the message is one part of several: then the sender has cut it, and it fits. */
  readonly isOfPart: boolean
}

/**
 * Reads a header. Its first octet counts those that follow, and they are elements: an identifier, a length, and so many
 * octets. Networks drop a message whose header says otherwise.
 *
 * @returns undefined where there is none
 * @throws ClientFieldError
 */
export function readUserDataHeader(fields: RequestFields, value: unknown): UserDataHeader | undefined {
  if (value === undefined) return undefined
  const hex = readHex(fields, 'udh', value)
  const bytes = Buffer.from(hex, 'hex')
  const [counted, octets] = [bytes.readUInt8() + 1, bytes.length]
  if (counted !== octets) {
    const received = `one that counts ${counted - 1} and has ${octets - 1}`
    throw fields.fault('udh', 'a header whose first octet counts those that follow', received)
  }
  if (octets > longest) throw fields.fault('udh', `at most ${longest} octets long`, `${octets} long`)
  return { hex, octets, isOfPart: identifiers(fields, bytes).some((one) => ofParts.includes(one)) }
}

/** A part has 140 octets: this leaves room for one character of any kind, and for the count of parts. */
const longest = 131

/** The elements that number the parts of a message, with a reference of one octet and of two. */
const ofParts: readonly number[] = [0x00, 0x08]

function identifiers(fields: RequestFields, bytes: Buffer): number[] {
  const found: number[] = []
  let at = 1
  while (at < bytes.length) {
    const end = at + 1 < bytes.length ? at + 2 + bytes.readUInt8(at + 1) : Number.POSITIVE_INFINITY
    if (end > bytes.length) {
      throw fields.fault('udh', 'a header of whole elements', 'one whose last element is cut short')
    }
    found.push(bytes.readUInt8(at))
    at = end
  }
  return found
}

/**
 * Bytes as the service writes them: a hexadecimal text of two digits each (reference 2.9).
 *
 * @param value such a text, as it is, or the bytes
 * @throws ClientFieldError
 */
export function readHex(fields: RequestFields, field: string, value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  if (typeof text === 'string' && hex.test(text)) return text
  const received = typeof text === 'string' ? `a text of ${text.length} characters that is none` : nameType(text)
  throw fields.fault(field, 'bytes, or hexadecimal text of two digits a byte', text === '' ? 'empty' : received)
}

const hex = /^(?:[0-9a-f]{2})+$/i
