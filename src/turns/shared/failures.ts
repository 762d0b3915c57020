import type { TurnKind } from '../../pushes/kinds.ts'
import { isReply, isReplyOf, type Reply } from '../../replies/index.ts'
import { FMW_NO_REPLY } from '../errors.ts'
import type { TurnFailure } from '../turns-settings.ts'
import type { OpenTurn } from './open-turn.ts'

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

/** What a handler's run comes to. */
export interface HandlerResult<K extends TurnKind, State = string> {
  readonly reply: Reply<K>
  /** The session's next state as it is kept; null clears it, undefined leaves it as it is. */
  readonly state: State | null | undefined
}

/**
 * Checks what a handler returned.
 *
 * @param keep makes of a state what is kept of it, undefined where that is nothing
 * @throws FMW_NO_REPLY where it is no reply of the channel, FMW_STATE where its state cannot be kept
 */
export function readResult<K extends TurnKind, State>(
  channel: K,
  value: unknown,
  keep: (state: unknown) => State | undefined,
): HandlerResult<K, State> {
  if (!isReplyOf(value, channel)) throw new FMW_NO_REPLY(channel, describe(value))
  return { reply: value, state: value.hasState ? (keep(value.state) ?? null) : undefined }
}
