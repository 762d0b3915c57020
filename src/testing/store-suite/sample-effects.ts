import { randomUUID } from 'node:crypto'
import type { EffectBeginning, EffectTurn, ResumeMark, TurnOpening } from '../../store/turn-store.ts'

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
