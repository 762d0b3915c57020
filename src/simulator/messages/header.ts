/** What a user data header (reference 2.9, Udh) says about a message. */
export interface Header {
  readonly octets: number
  /** Which part of a longer message this is; null where it is a whole one. */
  readonly part: Part | null
}

/** One of several messages that the sender cut a text into. */
export interface Part {
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
