import { limits } from '../../catalogue/limits.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import type {
  DataType,
  FieldType,
  ReplyType,
  Screen,
  ScreenChoice,
  ScreenItem,
  ScreenPayment,
} from '../phone/screen.ts'

/** What came back for a push. */
export interface ReplyOnTheWire {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The push that a reply answers. */
export interface AnsweredPush {
  readonly kind: TurnKind
  readonly sessionId: string
  /** From the push to its answer, milliseconds. */
  readonly ms: number
}

/** Refuses a reply, naming the problem and the section of the reference that it offends. */
export type Refuse = (problem: string, section: string) => never

/**
 * Reads a reply as the service does: JSON only, names and words in any casing, with or without the envelope of
 * programmable services, and no field over its limit (reference 2.6, 2.8, 8).
 *
 * @throws what `refuse` throws
 */
export function readReply(answer: ReplyOnTheWire, { kind, sessionId, ms }: AnsweredPush, refuse: Refuse): Screen {
  const raw = readJson(answer, refuse)
  const field = namesOf(kind === 'programmable' ? openEnvelope(raw) : raw)
  const section = sections[kind]
  if (kind === 'programmable' && field('SessionId') !== sessionId)
    refuse('its SessionId is not that of the push', section)
  const type = readType(kind, field('Type'), refuse)
  const text = field('Message')
  if (typeof text !== 'string') return refuse('its Message is no text', section)
  return {
    text,
    type,
    ...(kind === 'ussd' && type === 'release' ? readPayment(field, refuse) : {}),
    ...(kind === 'programmable' ? { ...readItem(type, field('Item'), refuse), ...readRich(field, refuse) } : {}),
    ...readClientState(field('ClientState'), refuse),
    raw,
    status: answer.status,
    ms,
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Finds fields by the reference's names, in whatever casing they are written; a name that is there twice counts once. */
type FieldOf = (name: string) => unknown

/** The fields of a reply, to be found by name. */
export function namesOf(fields: unknown): FieldOf {
  const known = new Map(isRecord(fields) ? Object.entries(fields).map(([name, value]) => [bare(name), value]) : [])
  return (name) => known.get(bare(name))
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-. ]/g, '')
}

/** Where the reference has the replies of a kind. */
const sections: Readonly<Record<TurnKind, string>> = { ussd: '2.8', programmable: '2.6' }

/** What the Type of a reply may say (reference 2.8, 2.6). */
const types: Readonly<Record<TurnKind, readonly ReplyType[]>> = {
  ussd: ['response', 'release'],
  programmable: ['response', 'release', 'addToCart'],
}

function readJson({ status, headers, body }: ReplyOnTheWire, refuse: Refuse): Fields {
  if (status < 200 || status > 299) refuse(`its status is ${status}`, '4.12')
  if (!/\bjson\b/i.test(String(headers['content-type']))) refuse('its content type is not application/json', '4.12')
  const value = parse(body, refuse)
  return isRecord(value) ? value : refuse('it is no JSON object', '2.8')
}

function parse(body: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return refuse('it is not valid JSON, so the subscriber would read UUE', '7.2')
  }
}

/** `{ status, message, data }` around the reply (reference 2.6): it has no Type, and its Data is no list of choices. */
function openEnvelope(reply: Fields): Fields {
  const field = namesOf(reply)
  const data = field('Data')
  return field('Type') === undefined && isRecord(data) ? data : reply
}

function readType(kind: TurnKind, word: unknown, refuse: Refuse): ReplyType {
  // Type is required of USSD replies only (reference 2.8, 2.6); without one nothing ends.
  if (kind === 'programmable' && (word === undefined || word === null)) return 'response'
  const read = bare(String(word))
  return (
    types[kind].find((type) => bare(type) === read) ??
    refuse(`its Type is not ${types[kind].join(' or ')}`, sections[kind])
  )
}

function readClientState(value: unknown, refuse: Refuse): { clientState?: string } {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return refuse('its ClientState is no text', '2.8')
  const { max, section } = limits.clientState
  return value.length > max
    ? refuse(`its ClientState is longer than ${max} characters`, section)
    : { clientState: value }
}

/** Reference 2.8: with an Amount, a release asks for a payment. */
function readPayment(field: FieldOf, refuse: Refuse): { payment?: ScreenPayment } {
  const amount = field('Amount')
  if (amount === undefined || amount === null) return {}
  if (typeof amount !== 'number') return refuse('its Amount is no number', '2.8')
  const words = readWords('Description', field, refuse)
  const { max, section } = limits.description
  if (words !== null && words.length > max) refuse(`its Description is longer than ${max} characters`, section)
  return { payment: { amount, description: words, callbackUrl: readWords('CallbackUrl', field, refuse) } }
}

function readWords(name: string, field: FieldOf, refuse: Refuse): string | null {
  const value = field(name)
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : refuse(`its ${name} is no text`, '2.8')
}

/** Reference 2.6: Item goes with AddToCart, and must be empty for other types. */
function readItem(type: ReplyType, value: unknown, refuse: Refuse): { item?: readonly ScreenItem[] } {
  const given = value === undefined || value === null ? [] : [value].flat()
  const items = given.filter((one) => !isRecord(one) || Object.keys(one).length > 0)
  if (type !== 'addToCart') return items.length === 0 ? {} : refuse(`it has an Item, but its Type is ${type}`, '2.6')
  if (items.length === 0) refuse('it has no Item, though its Type is AddToCart', '2.6')
  return { item: items.map((one) => readOne(one, refuse)) }
}

function readOne(value: unknown, refuse: Refuse): ScreenItem {
  const field = namesOf(value)
  const [name, quantity, price] = [field('ItemName'), field('Qty'), field('Price')]
  if (typeof name !== 'string' || typeof quantity !== 'number' || typeof price !== 'number') {
    return refuse('its Item is not made of itemName, qty and price', '2.6')
  }
  return { name, quantity, price }
}

/** What only rich channels show of a screen. */
export type RichFields = Pick<Screen, 'label' | 'dataType' | 'choices' | 'fieldType' | 'mask' | 'maskNext'>

/**
 * Reads the fields of a reply that rich channels draw (reference 2.6). What is missing, null or empty is left out.
 *
 * @throws what `refuse` throws
 */
function readRich(field: FieldOf, refuse: Refuse): RichFields {
  const label = readText('Label', field, refuse)
  const dataType = readWord('DataType', dataTypes, field, refuse)
  const fieldType = readWord('FieldType', fieldTypes, field, refuse)
  const choices = readChoices(field('Data'), refuse)
  const hasChoices = choices.length > 0
  if (dataType !== undefined && hasChoices !== choosing.has(dataType)) {
    refuse(`its DataType is ${dataType}, and its Data ${hasChoices ? 'has' : 'has no'} choices`, '2.6')
  }
  if (dataType === 'confirm' && fieldType !== undefined)
    refuse('it has a FieldType, but its DataType is confirm', '2.6')
  return {
    ...(label === undefined ? {} : { label }),
    ...(dataType === undefined ? {} : { dataType }),
    ...(hasChoices ? { choices } : {}),
    ...(fieldType === undefined ? {} : { fieldType }),
    ...(isMarked(field('Mask')) ? { mask: true } : {}),
    ...(isMarked(field('MaskNextRoute')) ? { maskNext: true } : {}),
  }
}

/** Reference 2.6, DataType. */
const dataTypes: readonly DataType[] = ['display', 'input', 'confirm', 'select', 'menu']
/** Those that use Data; it is empty for the others (reference 2.6, Data). */
const choosing: ReadonlySet<DataType> = new Set(['confirm', 'select', 'menu'])
/** Reference 2.6, FieldType. */
const fieldTypes: readonly FieldType[] = ['text', 'phone', 'email', 'number', 'decimal', 'textarea']

function readText(name: string, field: FieldOf, refuse: Refuse): string | undefined {
  const value = field(name)
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : refuse(`its ${name} is no text`, '2.6')
}

function readWord<Word extends string>(
  name: string,
  words: readonly Word[],
  field: FieldOf,
  refuse: Refuse,
): Word | undefined {
  const text = readText(name, field, refuse)?.toLowerCase()
  if (text === undefined) return undefined
  return words.find((word) => word === text) ?? refuse(`its ${name} is not ${words.join(' or ')}`, '2.6')
}

function readChoices(value: unknown, refuse: Refuse): readonly ScreenChoice[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((one) => readChoice(one, refuse)) : refuse('its Data is no list', '2.6')
}

function readChoice(one: unknown, refuse: Refuse): ScreenChoice {
  const field = namesOf(one)
  const [display, value, amount] = [field('Display'), field('Value'), field('Amount')]
  if (typeof display !== 'string' || typeof value !== 'string') {
    return refuse('its Data is not made of Display and Value', '2.6')
  }
  if (amount === undefined || amount === null) return { display, value }
  return typeof amount === 'number' ? { display, value, amount } : refuse('an Amount in its Data is no number', '2.6')
}

/** A text or a boolean (reference 2.6; field notes, Mask). */
function isMarked(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^true$/i.test(value))
}
