import { gsm7Length } from '../../text/gsm7.ts'
import type { RequestFields } from '../request-fields.ts'
import { readHex } from './user-data-header.ts'

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
