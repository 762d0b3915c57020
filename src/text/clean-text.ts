/**
 * Makes a text storable and sendable everywhere: each lone surrogate becomes U+FFFD, and NUL is removed
 * (PostgreSQL refuses both, and JSON with a lone surrogate is refused by some parsers). A clean text comes
 * back as it is.
 *
 * @example
 * ```ts
 * cleanText('a\u0000b') // 'ab'
 * ```
 */
export function cleanText(text: string): string {
  // Made well-formed before NUL goes, or two lone halves around a NUL would join into a character.
  return isCleanText(text) ? text : text.toWellFormed().replaceAll('\u0000', '')
}

/**
 * Whether {@link cleanText} would leave the text as it is.
 *
 * @example
 * ```ts
 * isCleanText('\ud800') // false
 * ```
 */
export function isCleanText(text: string): boolean {
  return (text.length <= shortText && isPlain(text)) || (text.isWellFormed() && !text.includes('\u0000'))
}

// The fields of a push are short as a rule: up to here looking at each unit is faster than asking twice.
const shortText = 40
const firstSurrogate = 0xd800

/** Neither NUL nor anything that may be a surrogate. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0 || unit >= firstSurrogate) return false
  }
  return true
}
