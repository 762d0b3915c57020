import type { AttemptRecord, NewEntry } from '../../../src/store/entry.ts'
import type { Settlement } from '../../../src/store/inbox-store.ts'
import type { TurnOpening } from '../../../src/store/turn-store.ts'

let made = 0

/** A notification of its own, but for what is given. */
export function entryOf(facts: Partial<NewEntry> = {}): NewEntry {
  const number = ++made
  const id = facts.id ?? `checkout:${process.pid}-${number}|paid`
  return {
    kind: 'checkout',
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '5.00|order|+233000000000',
    lane: `checkout:${process.pid}-${number}`,
    reference: `order-${number}`,
    receivedAt: Date.now(),
    form: 'push',
    payload: new TextEncoder().encode(`{"order":${number}}`),
    reason: null,
    ...facts,
  }
}

export function attemptOf(number: number, error: string | null = null): AttemptRecord {
  return { number, startedAt: Date.now(), ms: 1, error, replay: false }
}

export const done: Settlement = { state: 'done', attempt: attemptOf(1) }

/** The first turn of a session of that id. */
export function turnOf(sessionId: string, facts: Partial<TurnOpening> = {}): TurnOpening {
  return {
    kind: 'ussd',
    sessionId,
    turn: '1|response|5',
    sequence: 1,
    attempt: `${process.pid}-${++made}`,
    isCopy: false,
    entered: '5',
    type: 'initiation',
    at: Date.now(),
    phone: '+23300…00',
    phoneKey: 'phone',
    expiry: 60_000,
    ...facts,
  }
}
