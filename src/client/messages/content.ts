import { nameType } from '../../pushes/reading/push-problem.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import type { RequestFields } from '../request-fields.ts'

/** What a message says, as it goes out. */
export interface Content {
  /** Binary content in hexadecimal (reference 2.9). */
  readonly text: string
  readonly encoding: 'gsm7' | 'ucs2' | 'binary'
  /** What each character takes, in units of the encoding: no character is cut in two by the end of a part. */
  readonly costs: readonly number[]
}

/**
 * The content of a message: binary where that is its type, else text. Where no type is given a text is of the 7-bit
 * alphabet if it can be, and else unicode, so that it arrives as it was written.
 *
 * @throws ClientFieldError, also for a text that is said to be of the 7-bit alphabet and is not
 */
export function readContent(fields: RequestFields, type: unknown, value: unknown): Content {
  if (type === 'binary') return binary(readHex(fields, 'content', value))
  return encodeText(fields, type, fields.text('content', value))
}

/** A text in the encoding of its type. @throws ClientFieldError */
export function encodeText(fields: RequestFields, type: unknown, text: string): Content {
  if (type === 'unicode') return ucs2(text)
  if (type === undefined && gsm7Length(text) === undefined) return ucs2(text)
  return sevenBits(fields, text, "leave the type out, or give 'unicode'")
}

/**
 * A text that goes out in seven bits, whatever it costs to say so: the network would replace what the alphabet lacks.
 *
 * @param otherwise what to do with another text
 * @throws ClientFieldError
 */
export function sevenBits(fields: RequestFields, text: string, otherwise: string): Content {
  const costs: number[] = []
  for (const character of text) {
    const cost = gsm7Length(character)
    if (cost === undefined) throw outside(fields, text, character, otherwise)
    costs.push(cost)
  }
  return { text, encoding: 'gsm7', costs }
}

function ucs2(text: string): Content {
  return { text, encoding: 'ucs2', costs: Array.from(text, (character) => character.length) }
}

function binary(hex: string): Content {
  return { text: hex, encoding: 'binary', costs: new Array<number>(hex.length / 2).fill(1) }
}

/** Names one character, which is no secret: secrets are digits and plain letters. */
function outside(fields: RequestFields, text: string, character: string, otherwise: string): Error {
  const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  const place = text.indexOf(character) + 1
  return fields.fault('content', `text of the 7-bit alphabet (${otherwise})`, `text with U+${point} in place ${place}`)
}

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
function readHex(fields: RequestFields, field: string, value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  if (typeof text === 'string' && hex.test(text)) return text
  const received = typeof text === 'string' ? `a text of ${text.length} characters that is none` : nameType(text)
  throw fields.fault(field, 'bytes, or hexadecimal text of two digits a byte', text === '' ? 'empty' : received)
}

const hex = /^(?:[0-9a-f]{2})+$/i
