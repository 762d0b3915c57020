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
 * The last turn of the session, where a push goes back: one of it has a higher sequence, or the same and one without came since.
 * What that push says answers an earlier screen, not the one on the phone: it waits for the same answer, or gets it again.
 */
export function findLater<K extends TurnKind>(
  { calling, open, answered, highest }: Session<K>,
  { sequence }: SessionEvent<K>,
): OpenTurn<K> | AnsweredTurn<K> | undefined {
  return sequence !== null && sequence < highest ? (open.at(-1) ?? calling ?? answered) : undefined
}

/**
 * Whether a turn before this one is missing (reference 3.4: the sequence increases by one per message). Each turn stands for one
 * message: those behind a sequence may have none, or one that was there. Where no turn of the session has one nobody can tell.
 */
export function isAfterGap<K extends TurnKind>({ open, answered }: Session<K>, { sequence }: SessionEvent<K>): boolean {
  if (sequence === null) return false
  const sequences = open.map(({ first }) => first.event.sequence).reverse()
  for (let turn = answered; turn !== undefined; turn = turn.earlier) sequences.push(turn.sequence)
  const reached = Math.max(-1, ...sequences.map((one, behind) => (one === null ? -1 : one + behind)))
  return reached !== -1 && sequence > reached + 1
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
