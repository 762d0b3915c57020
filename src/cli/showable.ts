import { maskPhone } from '../text/mask-phone.ts'
import { toInternational } from '../text/phone.ts'

/**
 * A text from outside as a screen may show it: nothing in it steers the terminal, and phone numbers are shortened.
 */
export function showable(text: string): string {
  return maskNumbers(printable(text))
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
  return text.replaceAll(hidden, escaped)
}

/** The same on one line: for an argument that is repeated, a cell of a table, a name. */
export function printable(text: string): string {
  return visible(text).replaceAll('\n', escaped)
}

const hidden = /[^\P{C}\n]|[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/** Unit by unit, as JSON has it. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** Phone numbers that stand alone in a text, shortened. */
export function maskNumbers(text: string): string {
  return text.replaceAll(/(?<![A-Za-z0-9])\+?\d{9,15}(?![A-Za-z0-9])/g, (run) => (isPhone(run) ? maskPhone(run) : run))
}

/** National numbers are certain only where the country is known; here a wrong find costs nothing. */
function isPhone(run: string): boolean {
  return toInternational(run) !== null || /^0\d{9}$/.test(run)
}

/** JSON that no terminal takes for anything else, and that is read as the same value. */
export function showJson(value: unknown, indent = 0): string {
  return visible(JSON.stringify(value, null, indent))
}
