import { gsm7Length } from '../../text/gsm7.ts'

/**
 * How many parts a content goes out in (reference 2.9, Units): 140 octets each, which are 160 characters of the 7-bit
 * alphabet, or 70 of unicode; of several parts each numbers itself, which leaves 153 or 67.
 *
 * @param type 0 text, 1 binary, 2 unicode
 * @returns undefined where the header says that this is one part, and it is longer than one
 */
export function unitsOf(type: number, content: string, header: Header | null): number | undefined {
  const { sizes, bits } = measures[type] ?? measures[0]
  const pieces = sizes(content)
  const room = (octets: number): number => Math.floor(((partOctets - octets) * 8) / bits)
  const own = header?.octets ?? 0
  if (pieces.reduce((sum, size) => sum + size, 0) <= room(own)) return 1
  if (header?.part) return undefined
  // The number of a part is an element of the header, and where there was no header it needs one.
  return partsFor(pieces, room(own === 0 ? numbering + 1 : own + numbering))
}

const partOctets = 140
const numbering = 5

/** No character is cut in two by the end of a part. */
function partsFor(pieces: readonly number[], room: number): number {
  let parts = 1
  let used = 0
  for (const size of pieces) {
    if (used + size > room) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

interface Measure {
  readonly bits: number
  /** What each character, or byte, takes. */
  readonly sizes: (content: string) => number[]
}

const measures: Readonly<Record<number, Measure>> & { readonly 0: Measure } = {
  // What the alphabet lacks is replaced by one character of it.
  0: { bits: 7, sizes: (text) => Array.from(text, (character) => gsm7Length(character) ?? 1) },
  1: { bits: 8, sizes: (hex) => new Array<number>(hex.length / 2).fill(1) },
  2: { bits: 16, sizes: (text) => Array.from(text, (character) => character.length) },
}

/** A text as a phone shows it that was sent in the 7-bit alphabet: what the alphabet lacks, the network replaces. */
export function asSevenBits(text: string): string {
  return Array.from(text, (character) => (gsm7Length(character) === undefined ? '?' : character)).join('')
}

/** What a user data header (reference 2.9, Udh) says about a message. */
export interface Header {
  readonly octets: number
  /** Which part of a longer message this is; null where it is a whole one. */
  readonly part: Part | null
}

/** One of several messages that the sender cut a text into. */
interface Part {
  /** What the parts of one text have in common. */
  readonly reference: string
  readonly total: number
  /** From 1. */
  readonly number: number
}

/** @returns undefined for what is no header: its first octet counts the others, which are whole elements */
export function readHeader(hex: string): Header | undefined {
  if (!isHex(hex)) return undefined
  const bytes = Buffer.from(hex, 'hex')
  if (bytes[0] !== bytes.length - 1) return undefined
  let part: Part | null = null
  for (let at = 1; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] ?? bytes.length)
    if (end > bytes.length) return undefined
    part = partOf(bytes[at] ?? 0, bytes.subarray(at + 2, end)) ?? part
    at = end
  }
  return { octets: bytes.length, part }
}

/** Bytes, two digits each. */
export function isHex(text: string): boolean {
  return /^(?:[0-9a-f]{2})+$/i.test(text)
}

/** The elements 0 and 8 number parts, by a reference of one octet and of two. */
function partOf(element: number, data: Buffer): Part | null {
  const isLong = element === 8 && data.length === 4
  if (!isLong && !(element === 0 && data.length === 3)) return null
  const [total = 0, number = 0] = data.subarray(-2)
  return { reference: data.subarray(0, -2).toString('hex'), total, number }
}
