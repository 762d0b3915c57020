import { isRecord } from '../../pushes/reading/json.ts'
import { foldName } from '../../text/fold-name.ts'
import { erased, type Whose } from './whose.ts'

/** What a payment is kept as that law makes one keep: amounts, references, times and identifiers, without whose it was. */
export function maskedPayload(payload: Uint8Array, whose: Whose): Uint8Array {
  const kept: unknown = JSON.parse(Buffer.from(payload).toString())
  return Buffer.from(JSON.stringify(masked(kept, whose)))
}

function masked(value: unknown, whose: Whose): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, whose))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map((field) => maskedField(field, whose)))
  if (typeof value === 'string') return whose.without(value)
  return typeof value === 'number' && whose.is(String(value)) ? whose.masked : value
}

function maskedField([name, value]: readonly [string, unknown], whose: Whose): readonly [string, unknown] {
  const isTheirs = personal.has(foldName(name)) && value !== null
  return [whose.without(name), isTheirs ? erased : masked(value, whose)]
}

/** Fields that hold what people are called, or write (reference 2.3, 4.10; field notes). */
const personal = new Set(
  ['CustomerName', 'CustomerEmail', 'CardNumber', 'Description', 'PaymentDescription', 'ExtraData', 'MetaData'].map(
    foldName,
  ),
)
