import { hash } from 'node:crypto'
import type { Country } from './countries.ts'
import { toInternational } from './phone.ts'

/**
 * What finds the sessions and entries of a phone by its whole number: SHA-256 of its international digits, or of the
 * text as it is where they are not certain; hexadecimal, 32 characters. It keeps numbers from being read, not from being
 * tried: there are few enough of them to try all.
 *
 * @param country where it is dialled, if that is known
 *
 * @example
 * phoneKey('+233000000000') === phoneKey('233 000 000 000') // true
 */
export function phoneKey(phone: string, country?: Country): string {
  const international = toInternational(phone, country)
  const known = international === null ? phone.trim() : international.slice(1)
  return hash('sha256', known).slice(0, 32)
}
