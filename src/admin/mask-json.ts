import { messageStatuses, readMessageStatus } from '../catalogue/message-statuses.ts'
import { classifyWord, statusWords } from '../pushes/money/outcome.ts'
import { foldName } from '../text/fold-name.ts'
import { parseJson } from '../text/json/parse-json.ts'
import { looksLikePhone, type ShapeMasks } from './shape-masks.ts'

/**
 * Masks JSON as text, token by token, so that spacing, names that stand twice and even what is broken stay as they
 * were. From where it is no JSON any more it is masked as text for people.
 */
export function maskJson(json: string, masks: ShapeMasks, within: Place = push): string {
  const places: Place[] = []
  let { name, isFree } = isJson(json) ? within : somebodys
  let masked = ''
  let at = 0
  while (at < json.length) {
    token.lastIndex = at
    const [found = ''] = token.exec(json) ?? []
    if (found === '') return masked + maskText(json.slice(at), (digits) => masks.phone(digits))
    at += found.length
    if (found === '{' || found === '[') {
      places.push({ name, isFree })
      isFree ||= useOf(name) === 'free'
    } else if (found === '}' || found === ']') {
      ;({ name, isFree } = places.pop() ?? push)
    } else if (found.startsWith('"') && isName(json, at)) {
      name = String(parseJson(found))
      masked += inQuotes(found, (text) => maskName(text, isFree, masks))
      continue
    }
    masked += maskToken(found, name, masks)
  }
  return masked
}

/** Masks a value that JSON can hold; its shape stays. */
export function maskJsonValue<Value>(value: Value, masks: ShapeMasks): Value {
  return JSON.parse(maskJson(JSON.stringify(value), masks))
}

/** Masks the name of a field, unless it looks like one that the service gave. */
function maskName(name: string, isFree: boolean, masks: ShapeMasks): string {
  return useOf(name) !== undefined || (!isFree && fieldName.test(name)) ? name : masks.identifier(name)
}

const fieldName = /^(?!.*\d{5})[A-Za-z_][A-Za-z0-9_.-]{0,39}$/

/** Where an object or a list stands: under which name, and whether that is the merchant's own. */
interface Place {
  readonly name: string
  readonly isFree: boolean
}

/** In what is broken, a text may stand where a name should. */
function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}

const push: Place = { name: '', isFree: false }
const somebodys: Place = { name: '', isFree: true }

const token = /\s+|[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/suy
const beforeValue = /\s*:/y

function isName(json: string, at: number): boolean {
  beforeValue.lastIndex = at
  return beforeValue.test(json)
}

function maskToken(found: string, name: string, masks: ShapeMasks): string {
  if (found.startsWith('"')) return inQuotes(found, (text) => maskContent(text, name, masks))
  return /^[-\d]/.test(found) ? maskNumber(found, name, masks) : found
}

/** JSON may stand inside a text (field notes, "Data as a JSON string"). */
function maskContent(text: string, name: string, masks: ShapeMasks): string {
  if (!/^\s*[{[]/.test(text)) return maskValue(name, text, masks)
  return maskJson(text, masks, useOf(name) === 'part' ? push : somebodys)
}

/** A number stays a number: no zero leads it, and what cannot stay after the point goes. */
function maskNumber(number: string, name: string, masks: ShapeMasks): string {
  const masked = maskValue(name, number, masks)
  if (masked === number) return number
  return number.replace(/(\d+).*$/s, (_all, whole: string) => maskValue(name, whole, masks).replace(/^0(?=\d)/, '1'))
}

/** What is between the quotes; escapes that JSON does not have stay as they stand, or it would be mended. */
function inQuotes(quoted: string, mask: (text: string) => string): string {
  const text = parseJson(quoted)
  return typeof text === 'string' ? JSON.stringify(mask(text)) : `"${mask(quoted.slice(1, -1))}"`
}

/** What may stay of a field's value when a push is masked. */
type FieldUse =
  /** A number of the service, or a flag. */
  | 'code'
  /** A word of the service's own lists: no spaces. */
  | 'word'
  /** Money, or how many. */
  | 'amount'
  | 'date'
  /** A word that says how something ended, of the service's own. */
  | 'status'
  /** Words that decide how a payment ended. */
  | 'verdict'
  /** Words that everybody uses. */
  | 'text'
  /** Its shape. */
  | 'identifier'
  /** An object of the service's own: its shape, as an identifier's where it is none. */
  | 'part'
  /** An object of the merchant's own: not even its names stay. */
  | 'free'

/** The names that pushes carry (reference 2.3, 2.10, 4.10, 4.11; field notes), by what may stay of them. */
const table: readonly (readonly [use: FieldUse, names: readonly string[]])[] = [
  ['code', ['ResponseCode', 'Network', 'Sequence', 'IsSuccessful', 'IsRecurring', 'IsFulfilled']],
  ['word', ['PaymentType', 'PaymentMethod', 'Channel', 'CardType', 'Currency', 'CurrencyCode', 'Type', 'Platform']],
  ['amount', ['Amount', 'Charges', 'AmountAfterCharges', 'AmountCharged', 'AmountPaid', 'Subtotal']],
  ['amount', ['Quantity', 'UnitPrice', 'Qty', 'Price']],
  ['date', ['Date', 'Timestamp', 'OrderDate', 'PaymentDate']],
  ['status', ['Status', 'TransactionStatus']],
  ['verdict', ['Message']],
  ['text', ['Description', 'PaymentDescription', 'fulltext', 'keyword', 'text']],
  ['identifier', ['CheckoutId', 'SalesInvoiceId', 'ClientReference', 'TransactionId', 'ExternalTransactionId']],
  ['identifier', ['OrderId', 'MessageId', 'SessionId', 'ItemId', 'RecurringInvoiceId', 'account', 'campaign']],
  ['identifier', ['from', 'to', 'Mobile', 'CustomerPhoneNumber', 'CustomerMobileNumber', 'MobileMoneyNumber']],
  ['identifier', ['CardNumber', 'Name', 'ItemName', 'CustomerName', 'CustomerEmail', 'BranchName']],
  ['part', ['Data', 'PaymentDetails', 'OrderInfo', 'Items', 'Item', 'Payment']],
  ['free', ['ExtraData', 'MetaData']],
]

const uses: ReadonlyMap<string, FieldUse> = new Map(
  table.flatMap(([use, names]) => names.map((name) => [foldName(name), use] as const)),
)

/** What may stay of the field of this name; undefined for a name that no push is known to carry. */
function useOf(name: string): FieldUse | undefined {
  return uses.get(foldName(name))
}

/** Masks the text of one field by its name, so that the push means what it meant before. */
export function maskValue(name: string, text: string, masks: ShapeMasks): string {
  const use = useOf(name)
  if (use !== undefined && mayStay(use, text)) return text
  const trimmed = text.trim()
  if (trimmed === '') return text
  const masked = maskTrimmed(use, trimmed, masks)
  return text.replace(trimmed, () => masked)
}

function maskTrimmed(use: FieldUse | undefined, text: string, masks: ShapeMasks): string {
  // Nines, because a code of zeros is a good one.
  if (use === 'code') return maskLetters(text).replaceAll('0', '9')
  if (looksLikePhone(text)) return masks.phone(text)
  if (use === 'status' || use === 'verdict') return maskVerdict(text, masks)
  if (use === 'text') return maskText(text, (digits) => masks.phone(digits))
  return masks.identifier(text)
}

function mayStay(use: FieldUse, text: string): boolean {
  return forms[use]?.test(text.trim()) === true
}

/** No nine digits in a row, and nothing that a name could stand in. */
const forms: Readonly<Partial<Record<FieldUse, RegExp>>> = {
  code: /^(?:\d{1,8}|true|false)$/i,
  word: /^(?!.*\d{5})[A-Za-z][\w-]{0,29}$/,
  status: /^[A-Za-z]{1,30}$/,
  // The tail of a sum of floats is part of the shape, and no number of anybody: such a sum has 15 digits at least.
  amount:
    /^[+-]?(?:\d{0,8}(?:\.\d{0,6})?|(?=[\d.]{16})\d{0,8}\.\d{0,4}(?:0{4,14}|9{4,14})\d{0,2}|\d(?:\.\d{1,4})?[eE][+-]?\d{1,3})$/,
  date: /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,7})?)?(?: ?(?:[Zz]|[+-]\d\d(?::?\d\d)?))?)?$/,
}

/** A verdict must stay what it was. */
function maskVerdict(text: string, masks: ShapeMasks): string {
  if (readMessageStatus(text) !== undefined) return text
  const says = classifyWord(text)
  const masked = maskText(text, (digits) => masks.phone(digits))
  switch (says) {
    case 'soundsPaid':
    case 'soundsUnpaid':
    case 'other':
      return classifyWord(masked) === says ? masked : `${saysTheSame[says]}${maskLetters(text)}`
    default:
      // Nothing but a word of the tables.
      return text
  }
}

/** Said in place of words that had to go. */
const saysTheSame = { soundsPaid: 'paid: ', soundsUnpaid: 'not paid: ', other: '' } as const

/**
 * Masks a text for people: words that everybody uses stay, letters of every other become `x`, digits `0`. Length,
 * casing and punctuation stay, and what is not ASCII stays beyond ASCII.
 *
 * @param maskNumber masks a run of digits that may be a phone number
 */
export function maskText(text: string, maskNumber: (digits: string) => string): string {
  return text.replaceAll(/\+?\d+|[\p{L}\p{M}\p{N}_]+/gu, (run) => {
    if (longNumber.test(run)) return maskNumber(run)
    return isEverybodys(run) ? run : maskLetters(run)
  })
}

const longNumber = /^\+?\d{7,15}$/

/** Letter by letter. A letter beyond ASCII stays beyond it: such texts are read with more suspicion. */
export function maskLetters(text: string): string {
  return text
    .replaceAll(/[a-z]/g, 'x')
    .replaceAll(/[A-Z]/g, 'X')
    .replaceAll(/\d/g, '0')
    .replaceAll(/[^\p{ASCII}]/gu, (character) => (/[\p{L}\p{M}\p{N}]/u.test(character) ? wide(character) : character))
}

function wide(character: string): string {
  return 'é'.repeat(character.length)
}

function isEverybodys(word: string): boolean {
  return vocabulary.has(word.toLowerCase()) || (word.length > 8 && useOf(word) !== undefined)
}

/** What services write about payments and messages. No word in here is anybody's name. */
const vocabulary = new Set<string>(
  [
    ...statusWords.flatMap(({ words }) => words),
    ...messageStatuses.flatMap(({ status }) => [status.replaceAll(/[ /]/g, ''), ...status.split(/[ /]/)]),
    ...'the for from with your was were been have not never could cannot unable nothing please again later'.split(' '),
    ...'payment transaction order invoice request amount money account balance charge mobile wallet funds'.split(' '),
    ...'made over complete completion success successfully failing fails fail cancel cancels decline declines'.split(
      ' ',
    ),
    ...'refused denied abort aborted abandoned insufficient incorrect timeout timed returned rollback blocked'.split(
      ' ',
    ),
    ...'unauthorized suspended partial partially underpaid awaiting waiting refund reversal chargeback disputed'.split(
      ' ',
    ),
    ...'progress queued hold customer subscriber merchant service message approval started status code'.split(' '),
    ...'true false null stop start help vote'.split(' '),
  ].map((word) => word.toLowerCase()),
)
