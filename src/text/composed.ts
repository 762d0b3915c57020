/**
 * A text with its accents joined to their letters (NFC). One with more than 30 marks in a row stays as it came: to bring
 * them into order costs the square of their number, 64 KB of them some seconds, and no letter has so many (Unicode's
 * own limit for texts that are streamed).
 *
 * @example
 * ```ts
 * composed('cafe\u0301') // 'café', of four characters
 * ```
 */
export function composed(text: string): string {
  return overloaded.test(text) ? text : text.normalize('NFC')
}

const overloaded = /\p{M}{31}/u
