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
  return visible(text).replaceAll('\n', escaped)
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
  return Object.fromEntries(Object.entries(names).map(([name, text]) => [name, printable(text)]))
}

// Nearly every identifier is, and to look for the rest takes ten times as long.
const plain = /^[ -~]*$/

// U+2800 is a pattern of Braille without a dot.
const hidden = /[^\P{C}\n]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

/** Unit by unit, as JSON has it. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
