import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AttemptRecord, NewEntry } from '../../store/entry.ts'
import type { Settlement } from '../../store/inbox-store.ts'
import type {
  EffectBeginning,
  EffectTurn,
  LateResult,
  ResumeMark,
  SessionEnding,
  SessionState,
  TurnClosing,
  TurnNote,
  TurnOpening,
} from '../../store/turn-store.ts'

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

/** Two of one lane. */
export function pairOf(): readonly [NewEntry, NewEntry] {
  const lane = newLane()
  return [entryOf({ lane }), entryOf({ lane })]
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

/** A session that nobody knows yet. */
export function newSession(): string {
  return `session-${randomUUID()}`
}

const caller = { phone: '+233…000', phoneKey: 'digest of +233000000000', expiry: 600_000 }

/** A turn of a session; what makes it another turn is its number. */
export function openingOf(sessionId: string, number: number, facts: Partial<TurnOpening> = {}): TurnOpening {
  const sequence = facts.sequence === undefined ? number : facts.sequence
  return {
    kind: 'ussd',
    sessionId,
    turn: `${sequence}|response|answer ${number}`,
    sequence,
    attempt: randomUUID(),
    isCopy: false,
    entered: `answer ${number}`,
    type: number === 1 ? 'initiation' : 'response',
    at: 1_700_000_000_000 + number * 1_000,
    ...caller,
    ...facts,
  }
}

/** What a closing says of its session. */
export type ClosingSession = TurnClosing['session']

/** How a turn is answered, unless something else is given. */
export function closingOf(
  opening: TurnOpening,
  fence: string,
  facts: Partial<Omit<TurnClosing, 'session'>> & { readonly session?: Partial<ClosingSession> } = {},
): TurnClosing {
  const { kind, sessionId, turn, sequence } = opening
  const { session, ...others } = facts
  return {
    kind,
    sessionId,
    turn,
    sequence,
    fence,
    reply: replyTo(opening),
    screen: `screen of ${opening.entered}`,
    source: 'handler',
    ms: 12,
    goesOn: false,
    session: { state: undefined, isOver: false, masksAnswer: false, late: null, ...session },
    ...others,
  }
}

/** A waiting screen: the handler goes on. */
export function waitingOf(opening: TurnOpening, fence: string): TurnClosing {
  return closingOf(opening, fence, { source: 'waiting', goesOn: true, reply: '{"Message":"Still working"}' })
}

/** An answer to a turn that never ran. */
export function noteOf(opening: TurnOpening, facts: Partial<TurnNote> = {}): TurnNote {
  const { attempt: _attempt, isCopy: _isCopy, ...turn } = opening
  return {
    ...turn,
    reply: replyTo(opening),
    screen: 'Please wait, we are working on it. Reply 1 to check.',
    source: 'waiting',
    ms: 6_000,
    isOver: false,
    ...facts,
  }
}

/** The result of work whose turn was answered with a waiting screen. */
export function lateOf({ kind, sessionId }: TurnOpening, fence: string, facts: Partial<LateResult> = {}): LateResult {
  return { kind, sessionId, fence, reply: '{"Message":"Paid"}', state: undefined, ...facts }
}

/** The subscriber leaves. */
export function endingOf(sessionId: string, facts: Partial<SessionEnding> = {}): SessionEnding {
  return {
    kind: 'ussd',
    sessionId,
    at: 1_700_000_900_000,
    type: 'release',
    sequence: 90,
    ...caller,
    ...facts,
  }
}

/** What a session is when nothing was said of it. */
export const untouched: SessionState = { state: null, isOver: false, masksAnswer: false, late: null }

export function replyTo({ turn }: { readonly turn: string }): string {
  return JSON.stringify({ Type: 'response', Message: `reply to ${turn}` })
}

/** An effect that nobody knows yet, unless its key is given; of no turn, unless one is. */
export function effectOf(facts: Partial<EffectBeginning> = {}): EffectBeginning {
  return { key: `order ${randomUUID()}`, attempt: randomUUID(), within: hour, turn: null, left: null, ...facts }
}

/** The same effect, asked for by somebody else. */
export function againBy(effect: EffectBeginning, facts: Partial<EffectBeginning> = {}): EffectBeginning {
  return { ...effect, attempt: randomUUID(), ...facts }
}

/** The turn of an effect. */
export function turnOf(
  { kind, sessionId }: TurnOpening,
  fence: string,
  state: string,
  resume?: ResumeMark | null,
): EffectTurn {
  return { kind, sessionId, fence, state, resume }
}

/** Where a session may be resumed, under a key that nobody has unless one is given. */
export function markOf(facts: Partial<ResumeMark> = {}): ResumeMark {
  return { key: `phone ${randomUUID()}`, within: hour, ...facts }
}

// ms
const hour = 3_600_000
