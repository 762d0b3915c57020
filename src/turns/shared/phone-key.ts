import { createHash } from 'node:crypto'
import { toInternational } from '../../text/phone.ts'

/**
 * What finds the sessions of a phone by its whole number, where only a shortened one is kept: SHA-256 of its
 * international digits, or of the text as it is where they are not certain; hexadecimal, 32 characters. It keeps
 * numbers from being read, not from being tried: there are few enough of them to try all.
 *
 * @example
 * phoneKey('+233000000000') === phoneKey('233 000 000 000') // true
 */
export function phoneKey(phone: string): string {
  const international = toInternational(phone)
  const known = international === null ? phone.trim() : international.slice(1)
  return createHash('sha256').update(known).digest('hex').slice(0, 32)
}
