import assert from 'node:assert/strict'
import type { AttemptRecord, NewEntry } from '../../store/entry.ts'
import type { Settlement } from '../../store/inbox-store.ts'

let made = 0

/** A notification of its own, but for what is given. */
export function entryOf(facts: Partial<NewEntry> = {}): NewEntry {
  const number = ++made
  const id = facts.id ?? `checkout:order-${number}|paid`
  return {
    kind: 'checkout',
    id,
    state: 'waiting',
    identity: id,
    identityFor: undefined,
    fingerprint: '5.00|order|+233000000000',
    lane: `checkout:order-${number}`,
    reference: `order-${number}`,
    receivedAt: Date.now(),
    form: 'push',
    payload: bytesOf(`{"order":${number}}`),
    reason: null,
    ...facts,
  }
}

/** Several notifications of one lane. */
export function laneOf(count: number, facts: Partial<NewEntry> = {}): readonly NewEntry[] {
  const lane = newLane()
  return Array.from({ length: count }, () => entryOf({ lane, ...facts }))
}

/** A lane that nothing stands in. */
export function newLane(): string {
  return `checkout:lane-${++made}`
}

/** A request that could not be read. */
export function rejectedOf(facts: Partial<NewEntry> = {}): NewEntry {
  return entryOf({ state: 'rejected', form: 'body', reason: 'Data.Amount: expected a number', ...facts })
}

/** An attempt as the inbox notes it. */
export function attemptOf(number: number, error: string | null = null): AttemptRecord {
  return { number, startedAt: Date.now(), ms: number, error, replay: false }
}

/** A first attempt that succeeded. */
export function done(number = 1): Settlement {
  return { state: 'done', attempt: attemptOf(number) }
}

/** An attempt that failed, to be made again. */
export function failed(retryIn: number, number = 1): Settlement {
  return { state: 'waiting', retryIn, attempt: attemptOf(number, 'the ledger is closed') }
}

/** An attempt that failed and was the last. */
export function dead(number = 1): Settlement {
  return { state: 'dead', attempt: attemptOf(number, 'the ledger is closed') }
}

/** Text as bytes. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Compares bytes as such, whatever class holds them, and says where they differ instead of showing them all. */
export function assertSameBytes(actual: Uint8Array | undefined, expected: Uint8Array): void {
  assert.ok(actual, 'there are none')
  const place = expected.findIndex((byte, index) => actual[index] !== byte)
  assert.equal(place, -1, `byte ${place} of ${expected.length} is ${actual[place]} instead of ${expected[place]}`)
  assert.equal(actual.length, expected.length, `there are ${actual.length} bytes instead of ${expected.length}`)
}
