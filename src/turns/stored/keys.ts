import { createHash, createHmac } from 'node:crypto'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { toInternational } from '../../text/phone.ts'

/**
 * What a turn is known by in a store: sequence, and a digest of type and message, which may be a PIN. The session is
 * part of the digest, so that the same PIN looks different in each.
 */
export function turnKey({ sessionId, sequence, type, message }: SessionEvent): string {
  return `${sequence ?? 'none'}.${digest([sessionId, type, message])}`
}

/** The same under a secret: without it nobody can try out which PIN it may be. */
export function secretTurnKey(secret: string): (event: SessionEvent) => string {
  return ({ sessionId, sequence, type, message }) => {
    const text = JSON.stringify([sessionId, type, message])
    return `${sequence ?? 'none'}.${createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)}`
  }
}

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
