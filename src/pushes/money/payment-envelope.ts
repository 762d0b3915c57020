import type { Incoming, ReadContext } from '../event.ts'
import { type FieldReader, type FieldReaderSettings, fieldReader } from '../reading/field-reader.ts'
import { type Fields, isRecord, readWholeJson } from '../reading/json.ts'
import { nameType, PushProblem } from '../reading/push-problem.ts'
import { type Amount, currencyIn } from './amount.ts'
import { readName, withContradictions } from './contradictions.ts'
import { type Judgement, judgePayment, type PaymentSigns, undetermined } from './outcome.ts'

/** The envelope of a payment push, opened (reference 2.3; field notes, "Checkout: envelope"). */
export interface OpenedEnvelope {
  readonly envelope: FieldReader<EnvelopeName>
  /** All that came. */
  readonly whole: Fields
  readonly data: Fields
  /** What the names of `data` are shown with: `Data.`, or nothing where there is no envelope. */
  readonly path: string
  /** No envelope: the payment's fields stand at the top. */
  readonly isFlat: boolean
  /** Why nothing in here proves anything, if so. */
  readonly doubt: string | undefined
}

const envelopeNames = ['ResponseCode', 'Status', 'Message', 'Data'] as const
type EnvelopeName = (typeof envelopeNames)[number]

const readEnvelope = fieldReader(envelopeNames)

/**
 * Opens the envelope: `Data` as an object, as an array of one, as a JSON string, or no envelope at all.
 *
 * @throws PushProblem
 */
export function openEnvelope(
  { fields, carrier }: Incoming,
  { notes, country, acceptsAnything }: ReadContext & Pick<FieldReaderSettings, 'acceptsAnything'>,
): OpenedEnvelope {
  const envelope = readEnvelope(fields, { path: '', notes, country, acceptsAnything })
  const posted =
    carrier === 'json' ? undefined : 'it was not posted as JSON, as the service does: a browser may have sent it'
  envelope.mustComeOnce('Data')
  const value = envelope.value('Data')
  if (value === undefined || value === null || value === '') {
    return { envelope, whole: fields, data: fields, path: '', isFlat: true, doubt: posted }
  }
  const inText = typeof value === 'string' ? 'Data is a JSON string: a browser posted it' : posted
  try {
    const data = onlyRecord(typeof value === 'string' ? readWholeJson(value, 'Data') : value)
    return { envelope, whole: fields, data, path: 'Data.', isFlat: false, doubt: inText }
  } catch (error) {
    if (!(error instanceof PushProblem) || !acceptsAnything) throw error
    notes.add(error.message)
    return { envelope, whole: fields, data: {}, path: 'Data.', isFlat: false, doubt: 'Data could not be read' }
  }
}

/**
 * Judges what an envelope and its data say, unless something makes them no proof at all. The status words and the
 * amount must have been read before: what could not be read is doubted like what came twice.
 */
export function judgeNotice(opened: OpenedEnvelope, data: DecidingFields, signs: PaymentSigns): Judgement {
  const { envelope, doubt, whole } = opened
  if (doubt !== undefined) return undetermined(doubt)
  const isDoubtful =
    data.doubted.has('Status') ||
    data.doubted.has('Amount') ||
    (['ResponseCode', 'Status', 'Message'] as const).some((name) => envelope.doubted.has(name))
  if (isDoubtful) return undetermined(doubtfulField)
  const judgement = withContradictions(judgePayment(signs), whole, opened)
  const isNothing = judgement.outcome === 'paid' && data.amount('Amount').amount === 0
  return isNothing ? undetermined('an amount of 0, which failures carry') : judgement
}

/** The fields of the data that decide. */
export interface DecidingFields {
  readonly doubted: ReadonlySet<string>
  amount(name: 'Amount'): Amount
}

/** The three letters that a notice has for its currency, which the reference does not show; null where it has none. */
export function currencyOf({ data, whole, isFlat }: OpenedEnvelope): string | null {
  return namedCurrency(data) ?? (isFlat ? null : namedCurrency(whole, looked))
}

const looked = ['data']

/**
 * The currency that a push, a record or what stands around one names for its payment, under whatever name. It is looked for
 * where contradictions are, so that two which differ make no payment. Null where none is named.
 *
 * @param besides names, folded, of what is not looked into
 */
export function namedCurrency(fields: Fields, besides: readonly string[] = []): string | null {
  const open: unknown[] = [fields]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item)
    if (!isRecord(value)) continue
    for (const name in value) {
      const { folded, isCurrency, isPlace } = readName(name)
      const currency = isCurrency ? currencyIn(value[name]) : null
      if (currency !== null) return currency
      if (isPlace && !besides.includes(folded)) open.push(value[name])
    }
  }
  return null
}

/** Why a notice proves nothing whose decisive fields are in doubt. */
export const doubtfulField = 'a field that decides came twice with different values, or cannot be read'

function onlyRecord(value: unknown): Fields {
  const record: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (isRecord(record)) return record
  throw new PushProblem({
    field: 'Data',
    expected: 'an object, or an array of one',
    received: Array.isArray(value) ? `an array of ${value.length}` : nameType(value),
  })
}
