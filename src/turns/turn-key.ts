import { digest } from '../pushes/digest.ts'
import type { SessionEvent } from '../pushes/session-push.ts'

/**
 * What a turn is known by in a store: sequence, and a digest of type and message, which may be a PIN. The session is
 * part of the digest, so that the same PIN looks different in each.
 */
export function turnKey({ sessionId, sequence, type, message }: SessionEvent): string {
  return `${sequence ?? 'none'}.${digest([sessionId, type, message])}`
}
