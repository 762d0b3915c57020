import { hash } from 'node:crypto'
import type { SessionKey } from '../turn-store.ts'
import { toColumn } from './statement.ts'

/** What a name of any length is found by in a registration: 128 bits, in the form that the server writes a `uuid` in. */
export function keyOf(registration: string, name: string): string {
  const digits = digestOf(registration, name)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20, 32)}`
}

/**
 * A lane as a number of 64 bits, which is also the number of its advisory lock. Two lanes that share one are worked
 * one after the other, and nothing is lost by it.
 */
export function laneKeyOf(registration: string, lane: string): string {
  return BigInt.asIntN(64, BigInt(`0x${digestOf(registration, lane).slice(0, 16)}`)).toString()
}

/** The length keeps names of two registrations apart, whatever they are made of. */
function digestOf(registration: string, name: string): string {
  const owner = toColumn(registration)
  return hash('sha256', `${owner.length}:${owner}${toColumn(name)}`, 'hex')
}

/** What a session is found by, of all its names at once: ids of two kinds, or of two owners, are two sessions. */
export function sessionKeyOf(registration: string, { kind, sessionId, owner = '' }: SessionKey): string {
  return keyOf(registration, owner === '' ? `${kind}:${sessionId}` : `${kind}:${sessionId}\u0000${owner}`)
}

/** What the sessions of an id are found by, whatever their kind, for people. */
export function sessionNameKeyOf(registration: string, sessionId: string): string {
  return keyOf(registration, sessionId)
}
