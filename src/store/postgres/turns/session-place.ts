import type { SessionKey } from '../../turn-store.ts'
import { keyOf } from '../keys.ts'

/** What a session is found by, of both names at once: ids of two kinds are two sessions. */
export function sessionKeyOf(registration: string, { kind, sessionId }: SessionKey): string {
  return keyOf(registration, `${kind}:${sessionId}`)
}

/** What the sessions of an id are found by, whatever their kind, for people. */
export function sessionNameKeyOf(registration: string, sessionId: string): string {
  return keyOf(registration, sessionId)
}
