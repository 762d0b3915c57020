import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/digest.ts'
import { isTypeWord } from '../../pushes/reading/type-word.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { writeReply } from '../../replies/index.ts'
import type {
  LateResult,
  ResumeMark,
  SessionEnding,
  SessionKey,
  TurnClosing,
  TurnNote,
  TurnOpening,
} from '../../store/turn-store.ts'
import { cleanText } from '../../text/clean-text.ts'
import { maskPhone } from '../../text/phone.ts'
import type { HandlerResult } from '../shared/call-handler.ts'
import { phoneKey } from './keys.ts'
import type { Answer, StoredTurn } from './stored-turn.ts'

/** What of a session is written to say which it is. @param owner as {@link OwnerOf} gives it */
export function sessionKeyOf({ kind, sessionId }: SessionEvent, owner: string): SessionKey {
  return { kind, sessionId, owner: owner === '' ? '' : digest(owner) }
}

/** A turn that wants to run. @param expiry ms after which the session is forgotten */
export function openingOf<K extends TurnKind>(turn: StoredTurn<K>, expiry: number): TurnOpening {
  return { ...pushOf(turn, expiry), attempt: turn.attempt, isCopy: turn.isCopy }
}

/** An answer that was given to a turn that was not open. @param ms from the arrival to the answer */
export function noteOf<K extends TurnKind>(
  turn: StoredTurn<K>,
  answer: Answer<K>,
  expiry: number,
  ms: number,
): TurnNote {
  return { ...pushOf(turn, expiry), ...shownOf(answer, ms), isOver: isLast(turn, answer) }
}

/** What follows from the answer of a turn that is open; where nothing is given, nothing does. */
export interface Following {
  /** The next state as JSON, null to clear it. */
  readonly state?: string | null | undefined
  /** A reply for whoever asks next, as JSON. */
  readonly late?: string | null
  /** The handler goes on. */
  readonly goesOn?: boolean
  /** From where another session may go on. */
  readonly resume?: ResumeMark | null | undefined
}

/** The answer of a turn that is open. @param ms from the arrival to the answer */
export function closingOf<K extends TurnKind>(
  turn: StoredTurn<K>,
  answer: Answer<K>,
  { state, late = null, goesOn = false, resume }: Following,
  ms: number,
): TurnClosing {
  const { reply, source } = answer
  // A waiting screen asks nothing: the next answer may still be that to the screen before it.
  const masksAnswer = source === 'waiting' ? turn.session.masksAnswer : reply.hidesAnswer
  return {
    ...refOf(turn),
    ...shownOf(answer, ms),
    fence: turn.fence,
    session: { state, late, masksAnswer, isOver: isLast(turn, answer) },
    goesOn,
    resume,
  }
}

/** The result of work whose turn has had its waiting screen. */
export function lateOf<K extends TurnKind>(
  { place, fence }: StoredTurn<K>,
  { reply, state }: HandlerResult<K>,
  resume: ResumeMark | null | undefined,
): LateResult {
  return { ...place, fence, reply: writeReply(reply), state, resume }
}

/** The end of a session by its subscriber. */
export function endingOf(event: SessionEvent, place: SessionKey, expiry: number): SessionEnding {
  return {
    ...place,
    ...phoneOf(event),
    at: event.receivedAt.getTime(),
    type: event.type,
    sequence: event.sequence,
    expiry,
  }
}

/** A session that lives in a process alone is over for all others. */
function isLast<K extends TurnKind>({ isUnkept }: StoredTurn<K>, { reply }: Answer<K>): boolean {
  return isUnkept || reply.type !== 'response'
}

function refOf<K extends TurnKind>({ first, place, key }: StoredTurn<K>) {
  return { ...place, turn: key, sequence: first.event.sequence }
}

function pushOf<K extends TurnKind>(turn: StoredTurn<K>, expiry: number) {
  const { event } = turn.first
  return {
    ...refOf(turn),
    ...phoneOf(event),
    entered: enteredIn(event),
    type: isTypeWord(event.type) ? event.type : '(unknown)',
    at: event.receivedAt.getTime(),
    expiry,
  }
}

function shownOf<K extends TurnKind>({ reply, source }: Answer<K>, ms: number) {
  return { reply: writeReply(reply), screen: reply.sensitive ? hidden : reply.message, source, ms: Math.round(ms) }
}

function phoneOf({ mobile, mobileInternational }: SessionEvent) {
  return { phone: maskPhone(mobile), phoneKey: phoneKey(mobileInternational ?? mobile) }
}

/** Answers dialled with the code may be a PIN: the screens that would ask for them were never shown. */
function enteredIn({ message, answers, serviceCode }: SessionEvent): string {
  return cleanText((answers.length > 0 ? `${serviceCode} ${hidden}` : message).slice(0, longestEntered))
}

const hidden = '(sensitive)'
const longestEntered = 200
