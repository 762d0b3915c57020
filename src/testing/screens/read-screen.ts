import { limits } from '../../catalogue/limits.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { findNames } from '../../pushes/reading/field-reader.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import { readTypeWord } from '../../pushes/reading/type-word.ts'
import type { DataType } from '../../replies/index.ts'
import type { ReplyType } from '../../replies/reply.ts'
import { fieldTypes } from '../../replies/reply-options.ts'
import { FMW_PHONE_REPLY } from '../errors.ts'
import type { WireAnswer } from '../target.ts'
import type { Screen, ScreenChoice, ScreenItem, ScreenPayment } from './screen.ts'

/** The push that a reply answers. */
export interface AnsweredStep {
  readonly kind: TurnKind
  readonly sessionId: string
  /** Shown in errors: `dial *713#`. */
  readonly label: string
  /** From the push to its answer, milliseconds. */
  readonly ms: number
  /** A text without what was entered at sensitive screens: errors show what came. */
  readonly hide: (text: string) => string
}

/**
 * Reads a reply as the service does: JSON only, names and words in any casing, with or without the envelope of
 * programmable services, and no field over its limit (reference 2.6, 2.8, 8).
 *
 * @throws FMW_PHONE_REPLY
 */
export function readScreen(answer: WireAnswer, { kind, sessionId, label, ms, hide }: AnsweredStep): Screen {
  const refuse: Refuse = (problem, section) => {
    throw new FMW_PHONE_REPLY(label, problem, section, hide(answer.body).slice(0, shownLength))
  }
  const raw = readJson(answer, refuse)
  const fields = kind === 'programmable' ? openEnvelope(raw) : raw
  const [id, word, text, clientState, item, ...payment] = findFields(fields).values
  const section = sections[kind]
  if (kind === 'programmable' && id !== sessionId) refuse('its SessionId is not that of the push', section)
  const type = readType(kind, word, refuse)
  if (typeof text !== 'string') refuse('its Message is no text', section)
  return {
    text,
    type,
    ...(kind === 'ussd' && type === 'release' ? readPayment(payment, refuse) : {}),
    ...(kind === 'programmable' ? { ...readItem(type, item, refuse), ...readRich(fields, refuse) } : {}),
    ...readClientState(clientState, refuse),
    raw,
    status: answer.status,
    ms,
  }
}

const findFields = findNames([
  'SessionId',
  'Type',
  'Message',
  'ClientState',
  'Item',
  'Amount',
  'Description',
  'CallbackUrl',
])
const findItem = findNames(['ItemName', 'Qty', 'Price'])
const findData = findNames(['Type', 'Data'])

/** Where the reference has the replies of a kind. */
const sections: Readonly<Record<TurnKind, string>> = { ussd: '2.8', programmable: '2.6' }

/** What the Type of a reply may say (reference 2.8, 2.6). */
const types: Readonly<Record<TurnKind, readonly ReplyType[]>> = {
  ussd: ['response', 'release'],
  programmable: ['response', 'release', 'addToCart'],
}

// Enough to see what came, short enough for a terminal.
const shownLength = 500

function readJson({ status, headers, body }: WireAnswer, refuse: Refuse): Fields {
  if (status < 200 || status > 299) refuse(`its status is ${status}`, '4.12')
  if (!/\bjson\b/i.test(String(headers['content-type']))) refuse('its content type is not application/json', '4.12')
  const value = parse(body, refuse)
  if (!isRecord(value)) refuse('it is no JSON object', '2.8')
  return value
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
  const [type, data] = findData(reply).values
  return type === undefined && isRecord(data) ? data : reply
}

function readType(kind: TurnKind, word: unknown, refuse: Refuse): ReplyType {
  // Type is required of USSD replies only (reference 2.8, 2.6); without one nothing ends.
  if (kind === 'programmable' && (word === undefined || word === null)) return 'response'
  const read = readTypeWord(String(word))
  return (
    types[kind].find((type) => type === read) ?? refuse(`its Type is not ${types[kind].join(' or ')}`, sections[kind])
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
function readPayment(values: readonly unknown[], refuse: Refuse): { payment?: ScreenPayment } {
  const [amount, description, callbackUrl] = values
  if (amount === undefined || amount === null) return {}
  if (typeof amount !== 'number') return refuse('its Amount is no number', '2.8')
  const words = readWords('Description', description, refuse)
  const { max, section } = limits.description
  if (words !== null && words.length > max) refuse(`its Description is longer than ${max} characters`, section)
  return { payment: { amount, description: words, callbackUrl: readWords('CallbackUrl', callbackUrl, refuse) } }
}

function readWords(name: string, value: unknown, refuse: Refuse): string | null {
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
  const [name, quantity, price] = isRecord(value) ? findItem(value).values : []
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
function readRich(fields: Fields, refuse: Refuse): RichFields {
  const [title, data, form, field, mask, maskNext] = findRichFields(fields).values
  const label = readText('Label', title, refuse)
  const dataType = readWord('DataType', dataTypes, form, refuse)
  const fieldType = readWord('FieldType', fieldTypes, field, refuse)
  const choices = readChoices(data, refuse)
  return {
    ...(label === undefined ? {} : { label }),
    ...(dataType === undefined ? {} : { dataType }),
    ...(choices.length === 0 ? {} : { choices }),
    ...(fieldType === undefined ? {} : { fieldType }),
    ...(isMarked(mask) ? { mask: true } : {}),
    ...(isMarked(maskNext) ? { maskNext: true } : {}),
  }
}

const findRichFields = findNames(['Label', 'Data', 'DataType', 'FieldType', 'Mask', 'MaskNextRoute'])
const findChoice = findNames(['Display', 'Value', 'Amount'])

/** Reference 2.6, DataType. */
const dataTypes: readonly DataType[] = ['display', 'input', 'confirm', 'select', 'menu']

function readText(name: string, value: unknown, refuse: Refuse): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : refuse(`its ${name} is no text`, '2.6')
}

function readWord<Word extends string>(
  name: string,
  words: readonly Word[],
  value: unknown,
  refuse: Refuse,
): Word | undefined {
  const text = readText(name, value, refuse)?.toLowerCase()
  if (text === undefined) return undefined
  return words.find((word) => word === text) ?? refuse(`its ${name} is not ${words.join(' or ')}`, '2.6')
}

function readChoices(value: unknown, refuse: Refuse): readonly ScreenChoice[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((one) => readChoice(one, refuse)) : refuse('its Data is no list', '2.6')
}

function readChoice(one: unknown, refuse: Refuse): ScreenChoice {
  const [display, value, amount] = isRecord(one) ? findChoice(one).values : []
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

/** Refuses a reply, naming the problem and the section of the reference that it offends. */
type Refuse = (problem: string, section: string) => never
