import type { LogRow } from '../../log/row.ts'
import { parseJson } from '../../wire/names.ts'
import type { SaidOutcome } from '../../world/world.ts'

/** What a push or an answer said about a payment. */
export interface Said {
  readonly outcome: SaidOutcome
  readonly amount: number | null
}

/** What a notice said as it went over the wire, with whatever a fault made of it. */
export function readNotice({ request, url }: Pick<LogRow, 'request' | 'url'>): Said {
  const fields = fieldsOf(request.body.toString(), url)
  if (fields === undefined) return unreadable
  const inside = fields.get('data')
  const data = fieldsIn(inside) ?? fields
  const order = fieldsIn(fields.get('orderinfo'))
  if (order !== undefined) {
    const payment = fieldsIn(order.get('payment')) ?? new Map()
    const outcome = outcomeOf(order.get('status'))
    const isSuccessful = String(payment.get('issuccessful')).toLowerCase()
    const isClear = isSuccessful === String(outcome === 'paid')
    return { outcome: isClear ? outcome : 'unclear', amount: numberOf(payment.get('amountaftercharges')) }
  }
  const amount = numberOf(data.get('amount'))
  // A browser posted it (field notes, "Checkout: envelope").
  if (typeof inside === 'string') return { outcome: 'unclear', amount }
  const message = fields.get('message')
  const signs = {
    code: outcomeOfCode(fields.get('responsecode')),
    envelope: outcomeOf(fields.get('status') ?? message),
    word: String(data.get('status') ?? message).toLowerCase(),
  }
  return { outcome: outcomeOfSigns(signs), amount }
}

interface Signs {
  readonly code: SaidOutcome
  readonly envelope: SaidOutcome
  /** Of the payment, in small letters. */
  readonly word: string
}

/** Code and word must say the same, and around a success nothing may say otherwise (field notes, "who says paid"). */
function outcomeOfSigns({ code, envelope, word }: Signs): SaidOutcome {
  const says = word === 'unpaid' ? 'failed' : outcomeOf(word)
  if (code === 'failed') return says === 'failed' || says === 'cancelled' ? says : 'unclear'
  if (code === 'pending') return says === code ? says : 'unclear'
  const isAround = envelope === 'paid' || envelope === says || envelope === 'unclear'
  return code === 'paid' && isAround && (says === 'paid' || says === 'refunded') ? says : 'unclear'
}

/** What an answer of the transaction status said; undefined where it was no answer, or had no record. */
export function readStatusAnswer({ response }: Pick<LogRow, 'response'>): Said | undefined {
  if (response === null || response.status !== 200) return undefined
  const data = fieldsOf(response.body.toString(), '')?.get('data')
  const records = (Array.isArray(data) ? data : [data]).map(fieldsIn).filter((record) => record !== undefined)
  const said = records.map((record) => ({
    outcome: outcomeOf(record.get('transactionstatus') ?? record.get('status')),
    amount: numberOf(record.get('transactionamount') ?? record.get('amount')),
  }))
  return strongest.map((word) => said.find(({ outcome }) => outcome === word)).find((one) => one !== undefined)
}

/** Of several tries the one that came furthest counts. */
const strongest: readonly SaidOutcome[] = ['paid', 'refunded', 'pending', 'unclear', 'cancelled', 'failed']

const unreadable: Said = { outcome: 'unclear', amount: null }

type Fields = ReadonlyMap<string, unknown>

/** JSON, a form, or the query. */
function fieldsOf(body: string, url: string): Fields | undefined {
  const parsed = fieldsIn(body)
  if (parsed !== undefined) return parsed
  const parameters = new URLSearchParams(body.includes('=') ? body : (url.split('?')[1] ?? ''))
  return parameters.size === 0 ? undefined : fieldsIn(Object.fromEntries(parameters))
}

/** The fields of an object by their names in small letters, without the lines of snake_case; of one in a text, or alone in an array, too. */
function fieldsIn(value: unknown): Fields | undefined {
  if (typeof value === 'string') return value.startsWith('{') ? fieldsIn(parseJson(value)) : undefined
  if (Array.isArray(value)) return value.length === 1 ? fieldsIn(value[0]) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return new Map(Object.entries(value).map(([name, held]) => [name.toLowerCase().replaceAll('_', ''), held]))
}

function outcomeOfCode(code: unknown): SaidOutcome {
  const digits = String(code ?? '').padStart(4, '0')
  if (digits === '0000') return code === undefined ? 'unclear' : 'paid'
  if (digits === '0002') return 'pending'
  return /^[24]\d{3}$/.test(digits) && digits !== '4105' ? 'failed' : 'unclear'
}

function outcomeOf(word: unknown): SaidOutcome {
  return words[String(word).toLowerCase()] ?? 'unclear'
}

const words: Readonly<Partial<Record<string, SaidOutcome>>> = {
  success: 'paid',
  settled: 'paid',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  pending: 'pending',
  unpaid: 'pending',
  refunded: 'refunded',
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
