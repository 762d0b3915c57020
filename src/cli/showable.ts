import { maskPhone } from '../text/mask-phone.ts'
import { toInternational } from '../text/phone.ts'

/**
 * A text from outside as a screen may show it: nothing in it steers the terminal, and phone numbers are shortened.
 */
export function showable(text: string): string {
  return maskNumbers(printable(text))
}

/** Control characters, direction marks and broken halves of characters could draw what is not there. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, '?')
}

/** Phone numbers that stand alone in a text, shortened. */
export function maskNumbers(text: string): string {
  return text.replaceAll(/(?<![A-Za-z0-9])\+?\d{9,15}(?![A-Za-z0-9])/g, (run) => (isPhone(run) ? maskPhone(run) : run))
}

/** National numbers are certain only where the country is known; here a wrong find costs nothing. */
function isPhone(run: string): boolean {
  return toInternational(run) !== null || /^0\d{9}$/.test(run)
}

/** JSON that no terminal takes for anything else. */
export function showJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    escaped,
  )
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
