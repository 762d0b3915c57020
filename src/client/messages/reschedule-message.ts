import type { ServiceCall } from '../call-service.ts'
import { RequestFields } from '../request-fields.ts'
import { judgeMessage } from './judge-message.ts'
import { oneMessage } from './one-message.ts'
import { readSendTime } from './send-time.ts'

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
    judge: (answer) => judgeMessage(answer),
    read: ({ body }) => body,
  }
}
