import type { ClientSettings } from '../client-settings.ts'
import { RequestFields } from '../request-fields.ts'
import { readFlag, readRecipient, readSender, readSendTime } from './message-fields.ts'
import type { OutgoingMessage, ScheduledMessage } from './outgoing-message.ts'
import { readBarePush, readPayload } from './payload.ts'

/** A message in the service's names (reference 2.9); what is undefined is left out of the JSON. */
export interface MessageBody {
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
export function sendBody(call: string, given: OutgoingMessage, settings: ClientSettings): MessageBody {
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
export function scheduleBody(call: string, given: ScheduledMessage, settings: ClientSettings): MessageBody {
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
