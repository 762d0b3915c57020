import type { SessionKey } from '../../turn-store.ts'
import { keyOf } from '../keys.ts'

/** What a session is found by, of all its names at once: ids of two kinds, or of two owners, are two sessions. */
export function sessionKeyOf(registration: string, { kind, sessionId, owner = '' }: SessionKey): string {
  return keyOf(registration, owner === '' ? `${kind}:${sessionId}` : `${kind}:${sessionId}\u0000${owner}`)
}

/** What the sessions of an id are found by, whatever their kind, for people. */
export function sessionNameKeyOf(registration: string, sessionId: string): string {
  return keyOf(registration, sessionId)
}
