import { FMW_STATE } from './errors.ts'

/**
 * A state that its handler alone can reach, and does not change once it was given. Memory keeps it as it is, and it is
 * written where somebody else is to read it.
 */
export abstract class HeldState {
  /** What is written of it. */
  abstract toJSON(): unknown
  /** No fewer characters than its JSON has. */
  abstract get lengthAtMost(): number
  /** What takes most of its room, for whoever has to make it shorter. */
  abstract get largest(): string
}

/** What memory keeps of a session's state: JSON, unless its handler holds it. */
export type SessionState = string | HeldState

/** Longest state, as JSON: 64 Ki characters. It is read on every turn of its session. */
export const maxStateLength = 65_536

/**
 * The JSON of a session's next state; null clears it.
 *
 * @throws FMW_STATE when it is no JSON value, or too long
 */
export function writeState(state: unknown): string | undefined {
  if (state === null) return undefined
  const json = toJson(state)
  if (json === undefined) throw new FMW_STATE('is not a JSON value')
  if (json.length > maxStateLength)
    throw new FMW_STATE(`is longer than ${maxStateLength} characters as JSON${mostOf(state)}`)
  return json
}

function mostOf(state: unknown): string {
  return state instanceof HeldState ? `: ${state.largest}` : ''
}

/**
 * What memory keeps of a session's next state; null clears it.
 *
 * @throws FMW_STATE when it is no JSON value, or too long
 */
export function keepState(state: unknown): SessionState | undefined {
  return state instanceof HeldState && state.lengthAtMost <= maxStateLength ? state : writeState(state)
}

/** What is kept of a state, as JSON. */
export function jsonOf(state: SessionState): string {
  return typeof state === 'string' ? state : JSON.stringify(state)
}

function toJson(state: unknown): string | undefined {
  try {
    return JSON.stringify(state)
  } catch (error) {
    throw new FMW_STATE(`is not a JSON value (${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`)
  }
}
