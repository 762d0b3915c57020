import type { ServiceCall } from '../call-service.ts'
import type { ClientSettings } from '../client-settings.ts'
import { scheduleBody } from './message-body.ts'
import type { ScheduledMessage } from './outgoing-message.ts'
import type { SentMessage } from './read-sent.ts'
import { postMessage } from './send-message.ts'

/** Reference 4.7. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function scheduleMessage(settings: ClientSettings, message: ScheduledMessage): ServiceCall<SentMessage> {
  const name = 'messages.schedule'
  return postMessage(name, 'scheduleMessage', scheduleBody(name, message, settings))
}
