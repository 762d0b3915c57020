import { fieldReader } from '../../pushes/reading/field-reader.ts'
import { readMessageId } from '../../pushes/reading/identifiers.ts'
import { recordOf } from '../../pushes/reading/json.ts'
import { missing, Notes } from '../../pushes/reading/push-problem.ts'
import type { ServiceCall } from '../build-request.ts'
import type { ClientSettings } from '../client-options.ts'
import type { ServiceAnswer } from '../read-answer.ts'
import { RequestFields } from '../request-fields.ts'
import { type Content, readContent, readUserDataHeader, sevenBits, type UserDataHeader } from './content.ts'
import { judgeMessage } from './judge-message.ts'
import { readNumber, readTypeNumber } from './message.ts'
import { countParts } from './message-parts.ts'
import {
  type OutgoingMessage,
  type QuickMessage,
  readFlag,
  readRecipient,
  readSender,
  readSendTime,
  type ScheduledMessage,
} from './outgoing-message.ts'

/** Reference 4.4. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function sendMessage(settings: ClientSettings, message: OutgoingMessage): ServiceCall<SentMessage> {
  const name = 'messages.send'
  return postMessage(settings, name, 'sendMessage', sendBody(name, message, settings))
}

/** A message to be posted, which is never posted twice. */
function postMessage(
  settings: ClientSettings,
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
    read: (answer) => readSent(answer, settings.paths.get(path)),
  }
}

/** Reference 4.7. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function scheduleMessage(settings: ClientSettings, message: ScheduledMessage): ServiceCall<SentMessage> {
  const name = 'messages.schedule'
  return postMessage(settings, name, 'scheduleMessage', scheduleBody(name, message, settings))
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
    read: (answer) => readSent(answer, settings.paths.get('quickSend')),
  }
}

/** Quick send has no type (reference 4.3), so nothing would say that a text is not of the 7-bit alphabet. */
function readText(fields: RequestFields, value: unknown, settings: ClientSettings): string {
  const content = sevenBits(fields, fields.text('content', value), 'quick send has no other type: take send')
  checkParts(fields, content, undefined, settings)
  return content.text
}

/**
 * The result of sending (reference 4.4): the service took the message. The delivery report says whether it arrives.
 *
 * @example
 * ```ts
 * const { messageId, rate }: SentMessage = await client.messages.send({ from: 'Shop', to, content })
 * await remember(messageId) // the delivery report has the same
 * ```
 */
export interface SentMessage {
  /** Without dashes and in small letters, as in delivery reports. */
  readonly messageId: string
  /** `0`: accepted, sent for onward delivery (reference 7.3). */
  readonly status: number | null
  /** The whole price. */
  readonly rate: number | null
  /** Country code and network code of the recipient, together. */
  readonly networkId: string | null
  /** Your reference. The reference shows it only for quick send (4.3). */
  readonly clientReference: string | null
  /** The address of the message, from the header Location. The reference shows none for quick send. */
  readonly location: string | null
  /** The answer as it came. */
  readonly raw: unknown
}

/**
 * Reads the answer to a sent or scheduled message.
 *
 * @param path where the call went
 * @throws PushProblem when it names no message, or two: nobody knows then whether one was sent
 */
function readSent({ body, location }: ServiceAnswer, path = ''): SentMessage {
  const fields = read(recordOf(body), {
    path: '',
    notes: new Notes(),
    country: undefined,
    // A message that was sent is not to look as if it was not because its price cannot be read.
    acceptsAnything: true,
  })
  const named = fields.identity('MessageId')
  const messageId = named === null ? idIn(location, path) : readMessageId(named.trim())
  if (messageId === null) throw missing('MessageId', 'the identifier of the message')
  return {
    messageId,
    status: readNumber(fields.value('Status')),
    rate: readNumber(fields.value('Rate')),
    networkId: fields.identifier('NetworkId'),
    clientReference: fields.identifier('ClientReference'),
    location,
    raw: body,
  }
}

const read = fieldReader(['Status', 'MessageId', 'Rate', 'NetworkId', 'ClientReference'])

/** The last part of the address, where it is a plain identifier and no part of where the call went (reference 4.4). */
function idIn(location: string | null, called: string): string | null {
  const path = (location ?? '').replace(/[?#].*$/s, '').replace(/^(?:[a-z][\w+.-]*:)?\/\/[^/]*/i, '')
  const [, last = ''] = /\/([^/]+)\/?$/.exec(path) ?? []
  const id = readMessageId(last)
  return plainId.test(id) && !called.split('/').includes(id) ? id : null
}

/** As it stands in an address, without an escape. */
const plainId = /^(?=.*[A-Za-z0-9])[\w.~-]{1,256}$/

/** What a message carries, in the service's names (reference 2.9). */
interface Payload {
  readonly Type: number | undefined
  readonly Content: string | undefined
  readonly Udh: string | undefined
}

/** What a message carries, as it was given. */
interface Given {
  readonly type?: unknown
  readonly content?: unknown
  readonly udh?: unknown
}

/** Reads type, content and header together: they have to fit each other. @throws ClientFieldError, FMW_CLIENT_OPTION */
function readPayload(fields: RequestFields, given: Given, settings: ClientSettings): Payload {
  const { type, content, udh } = given
  const number = readTypeNumber(fields, type, settings)
  const header = readUserDataHeader(fields, udh)
  // How a WAP push is encoded is not shown, so its parts are not counted.
  if (type === 'wapPush') return { Type: number, Content: fields.text('content', content), Udh: header?.hex }
  const read = readContent(fields, type, content)
  checkParts(fields, read, header, settings)
  // Unset, the service takes it for text (reference 2.9).
  const isChosen = type === undefined && read.encoding === 'ucs2'
  return {
    Type: isChosen ? readTypeNumber(fields, 'unicode', settings) : number,
    Content: read.text,
    Udh: header?.hex,
  }
}

/** What a WAP push without content carries (reference 4.4). @throws ClientFieldError, FMW_CLIENT_OPTION */
function readBarePush(fields: RequestFields, { type, udh }: Given, settings: ClientSettings): Payload {
  const number = readTypeNumber(fields, type, settings)
  return { Type: number, Content: undefined, Udh: readUserDataHeader(fields, udh)?.hex }
}

/** Refuses what would go out in more parts than the option allows. @throws ClientFieldError */
function checkParts(
  fields: RequestFields,
  content: Content,
  header: UserDataHeader | undefined,
  { maxParts }: ClientSettings,
): void {
  const { parts, length, unit, perPart } = countParts(fields, content, header)
  if (parts <= maxParts) return
  throw fields.fault(
    'content',
    `short enough for ${maxParts} ${maxParts === 1 ? 'part' : 'parts'} (the option maxParts)`,
    `${length} ${unit} long, which takes ${parts} parts of ${perPart}`,
  )
}
