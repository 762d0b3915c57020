import type { TurnKind } from '../pushes/kinds.ts'
import { isReply } from '../replies/index.ts'
import type { OpenTurn } from './open-turn.ts'
import type { TurnFailure } from './turns-settings.ts'

/** What a handler threw, told from what it returned. */
export class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** What goes to the reports: with what the subscriber entered, where no log line may hold it. */
export function failureOf<K extends TurnKind>(
  turn: OpenTurn<K>,
  place: TurnFailure['place'],
  error: unknown,
): TurnFailure {
  const { isSecret, secrets, first } = turn
  // Answers dialled with the code may be a PIN.
  return { error, place, secrets: [...(isSecret ? [first.event.message] : []), ...first.event.answers, ...secrets] }
}

/** Names what a handler returned, never what it holds. */
export function describe(value: unknown): string {
  if (isReply(value)) return `a reply of a ${value.channel} turn`
  return value === null ? 'null' : typeof value
}
