import { findNames } from '../../pushes/reading/field-reader.ts'
import { recordOf } from '../../pushes/reading/json.ts'
import { missing } from '../../pushes/reading/push-problem.ts'
import type { ServiceCall } from '../build-request.ts'
import { RequestFields } from '../request-fields.ts'
import { judgeCancelled, judgeMessage, judgeRescheduled } from './judge-message.ts'
import { type Message, readMessage, readNumber } from './message.ts'
import { readSendTime } from './outgoing-message.ts'

/** Reference 4.5. @throws ClientFieldError */
export function getMessage(messageId: string): ServiceCall<Message> {
  return {
    ...oneMessage('messages.get', messageId),
    method: 'GET',
    path: 'getMessage',
    isRepeatable: true,
    // The Status of a message is how it fares, and no code of the call.
    judge: (answer) => (answer.isOk && readMessage(answer.body) !== null ? null : judgeMessage(answer)),
    read({ body }) {
      const message = readMessage(body)
      if (message !== null) return message
      throw missing('MessageId', 'the identifier of the message')
    },
  }
}

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
    judge: (answer) => judgeCancelled(answer),
    read: ({ body }) => ({ status: readNumber(find(recordOf(body)).values[0]), raw: body }),
  }
}

const find = findNames(['Status'])

/**
 * Reference 4.8; its answer is not shown. It also sends again what failed, so it is not repeated.
 *
 * @throws ClientFieldError
 */
export function rescheduleMessage(messageId: string, time: Date): ServiceCall<unknown> {
  const call = oneMessage('messages.reschedule', messageId)
  return {
    ...call,
    method: 'PUT',
    path: 'rescheduleMessage',
    body: { Time: readSendTime(new RequestFields(call.name), time) },
    isRepeatable: false,
    judge: (answer) => judgeRescheduled(answer),
    read: ({ body }) => body,
  }
}

/** What a call about one message has in common with others. @throws ClientFieldError when no message is named */
export function oneMessage(name: string, messageId: string) {
  // The longest identifier that a push may have too.
  const fills = { messageId: new RequestFields(name).text('messageId', messageId, 256).trim() }
  return { name, fills, auth: 'basic' } as const
}
