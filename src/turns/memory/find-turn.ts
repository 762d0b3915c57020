import type { TurnKind } from '../../pushes/kinds.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { type Reply, withoutState } from '../../replies/index.ts'
import type { OpenTurn } from '../turn.ts'
import type { AnsweredTurn, Session } from './session.ts'

/** The turn that a push repeats while it still waits for its answer: same sequence, type and message. */
export function findOpen<K extends TurnKind>(session: Session<K>, event: SessionEvent<K>): OpenTurn<K> | undefined {
  const { calling, open } = session
  if (calling !== undefined && isSameEvent(calling.first.event, event)) return calling
  return open.find(({ first }) => isSameEvent(first.event, event))
}

/**
 * The answered turn that a push repeats. Without a sequence the same words may be a new answer. Once the session is over
 * they repeat its very last turn, and no other: nothing is sent a second time but to the push that asked for it.
 */
export function findAnswered<K extends TurnKind>(
  session: Session<K>,
  event: SessionEvent<K>,
): AnsweredTurn<K> | undefined {
  const { sequence, type } = event
  const { answered: last, isOver, highest } = session
  if (sequence !== null && sequence > highest) return undefined
  const asked = { sequence, type, message: messageKey(event.message) }
  if (sequence !== null) return findLast(session, (turn) => isSame(turn, asked))
  return isOver && last !== undefined && isSame(last, asked) ? last : undefined
}

/**
 * The last turn of the session, where one of it has a higher sequence than a push. What that push says answers an earlier
 * screen, not the one on the phone: it waits for the same answer, or gets it again.
 */
export function findLater<K extends TurnKind>(
  session: Session<K>,
  { sequence }: SessionEvent<K>,
): OpenTurn<K> | AnsweredTurn<K> | undefined {
  const { calling, open, answered, highest } = session
  return sequence !== null && sequence < highest ? (open.at(-1) ?? calling ?? answered) : undefined
}

/**
 * Whether a turn before this one is missing (reference 3.1: the sequence increases by one per message). Those that came since
 * the highest sequence, and had none or one that was there, count too. Where no turn of the session had a sequence nobody
 * can tell.
 */
export function isAfterGap<K extends TurnKind>(session: Session<K>, { sequence }: SessionEvent<K>): boolean {
  const { highest } = session
  return sequence !== null && highest !== -1 && sequence > highest + 1 + turnsSince(session, highest)
}

/** Turns behind the first one of that sequence. */
function turnsSince<K extends TurnKind>({ open, answered }: Session<K>, sequence: number): number {
  const sequences = open.map(({ first }) => first.event.sequence)
  for (let turn = answered; turn !== undefined; turn = turn.earlier) sequences.unshift(turn.sequence)
  return sequences.length - 1 - sequences.indexOf(sequence)
}

/** Whether the message once answered a screen whose answer is secret: a repeat of it may come at any time. */
export function wasSecret<K extends TurnKind>(session: Session<K>, message: string): boolean {
  return (
    session.open.some(({ first, isSecret }) => isSecret && first.event.message.trim() === message.trim()) ||
    findLast(session, (turn) => turn.isSecret && turn.message === messageKey(message)) !== undefined
  )
}

/** What is kept of a message to know it again: itself, or the digest of a long one. */
export function messageKey(message: string): string {
  const entered = message.trim()
  return entered.length <= longestKept ? entered : digest(entered)
}

const longestKept = 64

function findLast<K extends TurnKind>(
  { answered }: Session<K>,
  fits: (turn: AnsweredTurn<K>) => boolean,
): AnsweredTurn<K> | undefined {
  let turn = answered
  while (turn !== undefined && !fits(turn)) turn = turn.earlier
  return turn
}

type Content = Pick<SessionEvent, 'sequence' | 'type' | 'message'>

function isSame(one: Pick<AnsweredTurn<TurnKind>, keyof Content>, other: Content): boolean {
  return one.sequence === other.sequence && one.message === other.message && one.type === other.type
}

/** Blanks around a message make no other turn of it. */
function isSameEvent(one: Content, other: Content): boolean {
  return one.sequence === other.sequence && one.type === other.type && one.message.trim() === other.message.trim()
}

// Turns remembered of one session, for repeats; a USSD session is far shorter.
const turnsKept = 64

/** Keeps of an answered turn what its repeats need. */
export function remember<K extends TurnKind>(session: Session<K>, turn: OpenTurn<K>, reply: Reply<K>): void {
  const { sequence, type } = turn.first.event
  const message = messageKey(turn.first.event.message)
  const { isSecret } = turn
  session.answered = { sequence, type, message, isSecret, reply: withoutState(reply), earlier: session.answered }
  if (session.answeredCount === turnsKept) forgetEarliest(session, session.answered)
  else session.answeredCount++
}

function forgetEarliest<K extends TurnKind>(session: Session<K>, last: AnsweredTurn<K>): void {
  let kept = last
  while (kept.earlier?.earlier !== undefined) kept = kept.earlier
  session.forgottenTo = Math.max(session.forgottenTo, kept.earlier?.sequence ?? -1)
  kept.earlier = undefined
}

/** Whether a turn of this sequence was answered so long ago that its reply is gone: it never runs again. */
export function isForgotten({ forgottenTo }: { readonly forgottenTo: number }, { sequence }: SessionEvent): boolean {
  return sequence !== null && sequence <= forgottenTo
}
