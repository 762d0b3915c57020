import { createHmac } from 'node:crypto'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'

/**
 * What a turn is known by in a store: sequence, and a digest of type and message, which may be a PIN. The session is
 * part of the digest, so that the same PIN looks different in each. Blanks around a message make no other turn of it.
 */
export function turnKey({ sessionId, sequence, type, message }: SessionEvent): string {
  return `${sequence ?? 'none'}.${digest([sessionId, type, message.trim()])}`
}

/** The same under a secret: without it nobody can try out which PIN it may be. */
export function secretTurnKey(secret: string): (event: SessionEvent) => string {
  return ({ sessionId, sequence, type, message }) => {
    const text = JSON.stringify([sessionId, type, message.trim()])
    return `${sequence ?? 'none'}.${createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)}`
  }
}
