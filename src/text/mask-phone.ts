/**
 * A phone number or session owner as a log line may show it: enough to tell two apart, too little to call.
 * A number of at least 9 digits keeps its first three digits (with the plus) and its last three; anything
 * else keeps at most its last three characters and at most a third of itself. At most 8 characters come
 * out, and of the kept ones only ASCII letters and digits as they are, so no text can break a log line.
 *
 * @example
 * ```ts
 * maskPhone('+233000000000') // '+233...000'
 * maskPhone('opaque-id-7f3') // '...7f3'
 * ```
 */
export function maskPhone(text: string): string {
  if (text === '') return ''
  const number = text.length > longest ? null : phoneNumber.exec(text.replace(separators, ''))
  // Three dots, not an ellipsis: one character beyond ASCII makes a logger write its whole line the slow way.
  if (number !== null) return `${number[1]}...${number[2]}`
  const shown = Math.min(3, Math.floor(text.length / 3))
  return `...${text.slice(text.length - shown).replace(unsafe, '?')}`
}

/** No phone number is longer, however it is spaced. */
const longest = 32

const separators = /[ ().-]+/g
const phoneNumber = /^(\+?\d{3})\d{3,}(\d{3})$/
const unsafe = /[^A-Za-z0-9]/g
