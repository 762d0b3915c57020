import type { ServiceCall } from '../build-request.ts'
import type { ClientSettings } from '../client-settings.ts'
import { judgeMessage } from './judge-message.ts'
import { type MessageBody, scheduleBody, sendBody } from './message-body.ts'
import type { OutgoingMessage, ScheduledMessage } from './outgoing-message.ts'
import { readSent, type SentMessage } from './read-sent.ts'

/** Reference 4.4. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function sendMessage(settings: ClientSettings, message: OutgoingMessage): ServiceCall<SentMessage> {
  const name = 'messages.send'
  return postMessage(name, 'sendMessage', sendBody(name, message, settings))
}

/** A message to be posted, which is never posted twice. */
export function postMessage(
  name: string,
  path: 'sendMessage' | 'scheduleMessage',
  body: MessageBody,
): ServiceCall<SentMessage> {
  const hidden = [body.To, body.Content ?? '']
  return {
    name,
    method: 'POST',
    path,
    body,
    auth: 'basic',
    isRepeatable: false,
    judge: (answer) => judgeMessage(answer, hidden),
    read: readSent,
  }
}

/** Reference 4.7. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function scheduleMessage(settings: ClientSettings, message: ScheduledMessage): ServiceCall<SentMessage> {
  const name = 'messages.schedule'
  return postMessage(name, 'scheduleMessage', scheduleBody(name, message, settings))
}
