import { isRecord } from '../../pushes/is-record.ts'
import { findNames } from '../../pushes/names.ts'
import type { ServiceCall } from '../call-service.ts'
import { judgeMessage } from './judge-message.ts'
import { oneMessage } from './one-message.ts'
import { readNumber } from './read-number.ts'

/**
 * A scheduled message that will not be sent (reference 4.9).
 *
 * @example
 * ```ts
 * const cancelled: CancelledMessage = await client.messages.cancel(messageId)
 * cancelled.status // 0
 * ```
 */
export interface CancelledMessage {
  /** `0` in the shape that is shown; null where the answer has none. */
  readonly status: number | null
  /** The answer as it came. */
  readonly raw: unknown
}

/** Reference 4.9. Asked twice it would say that there is no such message, so it is not repeated. @throws ClientFieldError */
export function cancelMessage(messageId: string): ServiceCall<CancelledMessage> {
  return {
    ...oneMessage('messages.cancel', messageId),
    method: 'DELETE',
    path: 'cancelMessage',
    isRepeatable: false,
    judge: (answer) => judgeMessage(answer),
    read: ({ body }) => ({ status: readNumber(find(isRecord(body) ? body : {}).values[0]), raw: body }),
  }
}

const find = findNames(['Status'])
