import type { TurnKind } from '../../pushes/kinds.ts'
import { HeldState, type SessionState } from '../state.ts'
import type { Session } from './session.ts'

/** What a session takes in memory beside what rests as bytes, estimated from above. Bytes. */
export function weightOfHeld({ state, late, answered, resumeKey }: HeldParts): number {
  let units = resumeKey?.length ?? 0
  let objects = 1
  if (late !== undefined) {
    units += late.message.length
    objects++
  }
  for (let turn = answered; turn !== undefined; turn = turn.earlier) {
    units += turn.reply.message.length + turn.message.length
    objects += 2
  }
  return units * unit + objects * object + (state === undefined ? 0 : weightOfState(state))
}

export function weightOfState(state: SessionState): number {
  return object + unit * (state instanceof HeldState ? state.lengthAtMost : state.length)
}

type HeldParts = Pick<Session<TurnKind>, 'state' | 'late' | 'answered' | 'resumeKey'>

// Bytes: of a character that is no Latin one, and of what is small.
const unit = 2
const object = 128
