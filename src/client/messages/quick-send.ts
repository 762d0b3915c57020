import type { ServiceCall } from '../build-request.ts'
import type { ClientSettings } from '../client-settings.ts'
import { RequestFields } from '../request-fields.ts'
import { sevenBits } from './content.ts'
import { judgeMessage } from './judge-message.ts'
import { readFlag, readRecipient, readSender } from './message-fields.ts'
import type { QuickMessage } from './outgoing-message.ts'
import { checkParts } from './payload.ts'
import { readSent, type SentMessage } from './read-sent.ts'

/** Reference 4.3: all in the query, credentials too. It is a GET that sends, so it is not repeated. @throws ClientFieldError */
export function quickSend(settings: ClientSettings, given: QuickMessage): ServiceCall<SentMessage> {
  const name = 'messages.quickSend'
  const fields = new RequestFields(name)
  const message = fields.names(given, ['from', 'to', 'content', 'registeredDelivery'])
  const query = {
    From: readSender(fields, message.from),
    To: readRecipient(fields, message.to, settings.country),
    Content: readText(fields, message.content, settings),
    RegisteredDelivery: readFlag(fields, 'registeredDelivery', message.registeredDelivery)?.toString(),
  }
  return {
    name,
    method: 'GET',
    path: 'quickSend',
    query,
    auth: 'query',
    isRepeatable: false,
    judge: (answer) => judgeMessage(answer, [query.To, query.Content]),
    read: readSent,
  }
}

/** Quick send has no type (reference 4.3), so nothing would say that a text is not of the 7-bit alphabet. */
function readText(fields: RequestFields, value: unknown, settings: ClientSettings): string {
  const content = sevenBits(fields, fields.text('content', value), 'quick send has no other type: take send')
  checkParts(fields, content, undefined, settings)
  return content.text
}
