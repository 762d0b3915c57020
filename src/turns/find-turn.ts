import type { TurnKind } from '../pushes/kinds.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import type { Session, TurnRecord } from './session.ts'

/**
 * The turn that a push repeats: same sequence, type and message. Without a sequence the same words may be a
 * new answer, so only a copy that still runs is joined, or any once the session is over.
 */
export function findTurn<K extends TurnKind>(session: Session<K>, event: SessionEvent<K>): TurnRecord<K> | undefined {
  const { turns } = session
  for (let position = turns.length - 1; position >= 0; position--) {
    const turn = turns[position]
    if (turn === undefined || turn.message !== event.message || turn.type !== event.type) continue
    if (turn.sequence !== event.sequence) continue
    if (event.sequence !== null || turn.reply === undefined || session.isOver) return turn
  }
  return undefined
}

/** Whether a turn of the session had the sequence already: its content then differs. */
export function hasSequence<K extends TurnKind>(session: Session<K>, sequence: number): boolean {
  return session.turns.some((turn) => turn.sequence === sequence)
}
