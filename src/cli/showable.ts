import { printable, visible } from '../text/clean-text.ts'
import { maskPhone, toInternational } from '../text/phone.ts'

/**
 * A text from outside as a screen may show it: nothing in it steers the terminal, and phone numbers are shortened.
 */
export function showable(text: string): string {
  return maskNumbers(printable(text))
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

/** What was thrown, in words. Errors with a code are one line, and may repeat what they were given. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? printable(error.message) : error.message
}
