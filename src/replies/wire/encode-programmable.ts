import { ReplyChannelError } from '../checks/errors.ts'
import type { ReplyChoice } from '../choices.ts'
import type { ReplyItem } from '../payment-request.ts'
import type { Reply } from '../reply.ts'
import type { NameCasing, ReplySettings } from './reply-settings.ts'
import { casedName, jsonText, typeWords, wireText } from './wire-text.ts'

/** What a reply takes from the push that it answers. */
export interface AnsweredPush {
  readonly sessionId: string
  /** Carried back only with the setting `serviceCode: 'echo'`. */
  readonly serviceCode?: string | null | undefined
}

/**
 * The JSON body that answers a programmable-service push (reference 2.6), in pure ASCII. Every field is there,
 * because newer versions demand those that the reference calls optional; only ClientState comes when given.
 *
 * @throws FMW_REPLY_CHANNEL when a turn of another channel built the reply
 * @example
 * ```ts
 * encodeProgrammable(reply, { sessionId: push.sessionId }, readReplySettings())
 * ```
 */
export function encodeProgrammable(reply: Reply<'programmable'>, push: AnsweredPush, settings: ReplySettings): string {
  if (reply.channel !== 'programmable') throw new ReplyChannelError(reply.channel, 'programmable')
  const names = NAMES[settings.names]
  const masks = MASKS[settings.mask]
  let json =
    names.sessionId +
    jsonText(push.sessionId) +
    names.type +
    typeWords[settings.typeWords][reply.type] +
    names.message +
    wireText(reply.message, settings) +
    names.mask +
    (reply.sensitive ? masks.on : masks.off) +
    names.maskNextRoute +
    (reply.maskNext ? masks.on : masks.off) +
    names.item +
    itemJson(reply.items, settings) +
    names.serviceCode +
    serviceCodeJson(push.serviceCode, settings) +
    names.label +
    wireText(labelOf(reply, settings), settings) +
    names.dataType +
    reply.dataType +
    names.data +
    dataJson(reply.data, settings) +
    names.fieldType +
    (reply.fieldType === null ? 'null' : `"${reply.fieldType}"`)
  if (reply.clientState !== undefined) json += names.clientState + jsonText(reply.clientState)
  return inEnvelope(`${json}}`, settings)
}

/** Must be empty for every type but AddToCart (reference 2.6, Item). */
function itemJson(items: readonly ReplyItem[] | undefined, settings: ReplySettings): string {
  if (items === undefined) return 'null'
  const names = ITEM_NAMES[settings.itemNames]
  const list = items
    .map(
      (item) => names.name + wireText(item.name, settings) + names.quantity + item.quantity + names.price + item.price,
    )
    .join('},')
  return items.length === 1 && settings.items === 'auto' ? `${list}}` : `[${list}}]`
}

function serviceCodeJson(serviceCode: string | null | undefined, settings: ReplySettings): string {
  return settings.serviceCode === 'echo' && typeof serviceCode === 'string' ? jsonText(serviceCode) : 'null'
}

function dataJson(choices: readonly ReplyChoice[], settings: ReplySettings): string {
  if (choices.length === 0) return '[]'
  const names = NAMES[settings.names]
  let json = ''
  for (const choice of choices) {
    json += json === '' ? names.firstDisplay : names.nextDisplay
    json += wireText(choice.display, settings) + names.value + jsonText(choice.value)
    if (choice.amount !== undefined) json += names.amount + choice.amount
  }
  return `${json}}]`
}

/** The names of the envelope are written in lower case in the reference, and its casing is no setting. */
function inEnvelope(json: string, settings: ReplySettings): string {
  const envelope = settings.envelope
  if (envelope === undefined) return json
  return `{"status":${jsonText(envelope.status)},"message":${jsonText(envelope.message)},"data":${json}}`
}

const MASKS = { string: { on: '"true"', off: '"false"' }, boolean: { on: 'true', off: 'false' } }

/** The pieces of JSON between the values, made once: a name costs nothing on the way of a turn. */
const NAMES = { pascal: namesIn('pascal'), camel: namesIn('camel') }

const ITEM_NAMES = { pascal: itemNamesIn('pascal'), camel: itemNamesIn('camel') }

function namesIn(casing: NameCasing) {
  return {
    sessionId: `{"${casedName('SessionId', casing)}":`,
    type: `,"${casedName('Type', casing)}":"`,
    message: `","${casedName('Message', casing)}":`,
    mask: `,"${casedName('Mask', casing)}":`,
    maskNextRoute: `,"${casedName('MaskNextRoute', casing)}":`,
    item: `,"${casedName('Item', casing)}":`,
    serviceCode: `,"${casedName('ServiceCode', casing)}":`,
    label: `,"${casedName('Label', casing)}":`,
    dataType: `,"${casedName('DataType', casing)}":"`,
    data: `","${casedName('Data', casing)}":`,
    fieldType: `,"${casedName('FieldType', casing)}":`,
    clientState: `,"${casedName('ClientState', casing)}":`,
    firstDisplay: `[{"${casedName('Display', casing)}":`,
    nextDisplay: `},{"${casedName('Display', casing)}":`,
    value: `,"${casedName('Value', casing)}":`,
    amount: `,"${casedName('Amount', casing)}":`,
  }
}

/** Reference 2.6 has `itemName, qty, price`; the PascalCase form belongs to newer versions. */
function itemNamesIn(casing: NameCasing) {
  return {
    name: `{"${casedName('ItemName', casing)}":`,
    quantity: `,"${casedName('Qty', casing)}":`,
    price: `,"${casedName('Price', casing)}":`,
  }
}

/**
 * The title of a reply on rich channels, which newer versions of the service demand: the one given, else the one
 * of the settings, else the first line of the message, at most 40 characters. No word is cut, but one that is longer.
 *
 * @example
 * ```ts
 * labelOf(turn.prompt('Welcome\n1. Tea'), readReplySettings()) // 'Welcome'
 * ```
 */
export function labelOf(reply: Reply, settings: ReplySettings): string {
  if (reply.label !== undefined) return reply.label
  if (settings.label !== undefined) return settings.label
  // A title is not masked, so nothing of a masked message may stand in it.
  return reply.sensitive ? 'Private' : firstLine(reply.message)
}

function firstLine(message: string): string {
  const text = message.trimStart()
  const end = text.indexOf('\n')
  const line = (end === -1 ? text : text.slice(0, end)).trimEnd()
  if (line.length <= longestLabel) return line
  // One character more shows whether the last word ends there.
  const words = line
    .slice(0, longestLabel - 2)
    .replace(lastWord, '')
    .trimEnd()
  // A cut through a surrogate pair would leave half of it.
  return `${words === '' ? line.slice(0, longestLabel - 3).replace(halfPair, '') : words}...`
}

const longestLabel = 40
const lastWord = /(?:^|\s)\S*$/
const halfPair = /[\ud800-\udbff]$/
