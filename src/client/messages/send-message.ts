import type { ServiceCall } from '../build-request.ts'
import type { ClientSettings } from '../client-settings.ts'
import { RequestFields } from '../request-fields.ts'
import { judgeMessage } from './judge-message.ts'
import { readFlag, readRecipient, readSender, readSendTime } from './message-fields.ts'
import type { OutgoingMessage, ScheduledMessage } from './outgoing-message.ts'
import { readBarePush, readPayload } from './payload.ts'
import { readSent, type SentMessage } from './read-sent.ts'

/** Reference 4.4. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function sendMessage(settings: ClientSettings, message: OutgoingMessage): ServiceCall<SentMessage> {
  const name = 'messages.send'
  return postMessage(name, 'sendMessage', sendBody(name, message, settings))
}

/** A message to be posted, which is never posted twice. */
function postMessage(
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

/** A message in the service's names (reference 2.9); what is undefined is left out of the JSON. */
interface MessageBody {
  readonly Type: number | undefined
  readonly From: string
  readonly To: string
  readonly Content: string | undefined
  readonly Udh?: string | undefined
  readonly Time?: string | undefined
  readonly ClientReference?: string | undefined
  readonly RegisteredDelivery?: boolean | undefined
  readonly FlashMessage?: boolean | undefined
}

/** What is sent (reference 4.4). @throws ClientFieldError, FMW_CLIENT_OPTION */
function sendBody(call: string, given: OutgoingMessage, settings: ClientSettings): MessageBody {
  const fields = new RequestFields(call)
  const message = fields.names(given, sentNames)
  const { type, content, time, clientReference, registeredDelivery, flashMessage } = message
  const readCarried = type === 'wapPush' && content === undefined ? readBarePush : readPayload
  return {
    ...envelope(fields, message, settings),
    ...readCarried(fields, message, settings),
    Time: time === undefined ? undefined : readSendTime(fields, time),
    ClientReference: fields.optionalText('clientReference', clientReference),
    RegisteredDelivery: readFlag(fields, 'registeredDelivery', registeredDelivery),
    FlashMessage: readFlag(fields, 'flashMessage', flashMessage),
  }
}

/** What is scheduled (reference 4.7): a time and a content are required. @throws ClientFieldError, FMW_CLIENT_OPTION */
function scheduleBody(call: string, given: ScheduledMessage, settings: ClientSettings): MessageBody {
  const fields = new RequestFields(call)
  const message = fields.names(given, scheduledNames)
  return {
    ...envelope(fields, message, settings),
    ...readPayload(fields, message, settings),
    Time: readSendTime(fields, message.time),
  }
}

const scheduledNames: readonly string[] = ['type', 'from', 'to', 'content', 'time']
const sentNames = [...scheduledNames, 'udh', 'clientReference', 'registeredDelivery', 'flashMessage']

function envelope(fields: RequestFields, { from, to }: OutgoingMessage | ScheduledMessage, settings: ClientSettings) {
  return {
    From: readSender(fields, from),
    To: readRecipient(fields, to, settings.country),
  }
}
