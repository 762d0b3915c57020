import { randomUUID } from 'node:crypto'
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

/** A session that nobody knows yet. */
export function newSession(): string {
  return `session-${randomUUID()}`
}

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
    phone: '+233…000',
    phoneKey: 'digest of +233000000000',
    expiry: 600_000,
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
    phone: '+233…000',
    phoneKey: 'digest of +233000000000',
    expiry: 600_000,
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
