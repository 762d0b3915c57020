import { limits } from '../../catalogue/limits.ts'
import { isCleanText } from '../../text/clean-text.ts'
import { describeValue } from './describe-value.ts'
import { ReplyClientStateError } from './errors.ts'

/**
 * The ClientState to send (reference 2.8); undefined and null are none, so the one of a push can be handed on.
 * It is never altered, since the service hands it back as it came.
 *
 * @throws FMW_REPLY_CLIENT_STATE when the service could not carry it
 * @example
 * ```ts
 * readClientState('step=2') // 'step=2'
 * ```
 */
export function readClientState(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (isCarriable(value)) return value
  throw new ReplyClientStateError(limits.clientState.max, describeValue(value))
}

/**
 * Whether the service can carry a ClientState and hand it back unchanged.
 *
 * @example
 * ```ts
 * isCarriable('x'.repeat(101)) // false
 * ```
 */
export function isCarriable(value: unknown): value is string {
  return typeof value === 'string' && value.length <= limits.clientState.max && isCleanText(value)
}
