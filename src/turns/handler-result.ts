import type { TurnKind } from '../pushes/kinds.ts'
import { isReplyOf, type Reply } from '../replies/index.ts'
import { FMW_NO_REPLY } from './errors.ts'
import { describe } from './failures.ts'
import { writeState } from './state.ts'

/** What a handler's run comes to. */
export interface HandlerResult<K extends TurnKind> {
  readonly reply: Reply<K>
  /** The session's next state as JSON; null clears it, undefined leaves it as it is. */
  readonly state: string | null | undefined
}

/**
 * Checks what a handler returned.
 *
 * @throws FMW_NO_REPLY where it is no reply of the channel, FMW_STATE where its state cannot be kept
 */
export function readResult<K extends TurnKind>(channel: K, value: unknown): HandlerResult<K> {
  if (!isReplyOf(value, channel)) throw new FMW_NO_REPLY(channel, describe(value))
  return { reply: value, state: value.hasState ? (writeState(value.state) ?? null) : undefined }
}
