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

/**
 * A text in which nothing is invisible: what controls a terminal, sets a direction, joins, fills or is no character stands
 * there as an escape. JSON stays the same value, since its own texts escape in the same way. Lines stay.
 *
 * @example
 * ```ts
 * visible('Ama\u202e') // 'Ama\\u202e'
 * ```
 */
export function visible(text: string): string {
  return plain.test(text) ? text : text.replaceAll(hidden, escaped)
}

/** The same on one line: for an argument that is repeated, a cell of a table, a name, an identifier in a log. */
export function printable(text: string): string {
  return plain.test(text) ? text : visible(text).replaceAll('\n', escaped)
}

/** Whether a person can see anything of the text: neither spaces nor invisible characters say why somebody did something. */
export function saysSomething(text: string): boolean {
  return text.replaceAll(hidden, '').trim() !== ''
}

/**
 * What something is called in a log line: identifiers that came from outside, each as {@link printable} shows it.
 *
 * @example
 * ```ts
 * shownNames({ kind: 'checkout', id: 'checkout:\u202e7' }) // { kind: 'checkout', id: 'checkout:\\u202e7' }
 * ```
 */
export function shownNames<Names extends Readonly<Record<string, string>>>(names: Names): Record<keyof Names, string>
export function shownNames(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {}
  for (const name in names) shown[name] = printable(names[name] ?? '')
  return shown
}

// Nearly every identifier is, and to look for the rest takes ten times as long.
const plain = /^[ -~]*$/

// U+2800 is a pattern of Braille without a dot.
const hidden = /[^\P{C}\n]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

/** Unit by unit, as JSON has it. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => escapedUnit(character.charAt(at))).join('')
}

/** A UTF-16 unit as JSON in pure ASCII has it. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
