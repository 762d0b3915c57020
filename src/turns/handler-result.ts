import type { TurnKind } from '../pushes/kinds.ts'
import { isReplyOf, type Reply } from '../replies/index.ts'
import { FMW_NO_REPLY } from './errors.ts'
import { describe } from './failures.ts'

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
