import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { type Reply, withoutState } from '../replies/index.ts'
import { messageKey } from './find-turn.ts'
import type { OpenTurn } from './open-turn.ts'
import type { AnsweredTurn, Session } from './session.ts'

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
