import { PushProblem } from '../../pushes/push-problem.ts'
import type { ServiceCall } from '../call-service.ts'
import { judgeMessage } from './judge-message.ts'
import { type Message, readMessage } from './message.ts'
import { oneMessage } from './one-message.ts'

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
      throw new PushProblem({ field: 'MessageId', expected: 'the identifier of the message', received: 'nothing' })
    },
  }
}
