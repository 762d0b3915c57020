import { moneyKinds } from '../../pushes/kinds.ts'
import { classifyWord, type WordClass } from '../../pushes/money/outcome.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { type EntryKind, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import { type Erased, type Erasure, erasedText } from '../../store/people/erasure.ts'
import { isOpenReview } from '../../store/review.ts'
import type { StoreLook } from '../../store/store.ts'
import { foldName } from '../../text/fold-name.ts'
import { maskValue } from '../mask-json.ts'
import { lastAttempt } from '../seen/seen-entry.ts'
import { ShapeMasks } from '../shape-masks.ts'
import type { Decided, Fate } from './erase-report.ts'
import type { Whose } from './whose.ts'

/**
 * What is to become of an entry: nothing that is open is broken, and no payment is lost from the books.
 *
 * @param keepFrom payments that came later are kept, epoch ms
 */
export function decide(entry: StoredEntry, keepFrom: number): Decided {
  return { entry, fate: fateOf(entry, keepFrom) }
}

function fateOf({ kind, state, form, receivedAt, review }: StoredEntry, keepFrom: number): Fate {
  if (state === 'waiting' || state === 'running') return 'open'
  if (isOpenReview(review)) return 'review'
  if (form === 'body' || !isPayment(kind)) return 'erased'
  return receivedAt <= keepFrom ? 'erased' : 'masked'
}

function isPayment(kind: EntryKind): boolean {
  return isFollowUp(kind) || moneyKinds.some((money) => money === kind)
}

/** What erasing entries needs. */
export interface EntriesPlace {
  readonly look: StoreLook
  /** Of that store. */
  readonly ask: (erasure: Erasure) => Promise<Erased>
  readonly registration: string
  readonly whose: Whose
  /** The sessions of theirs. They stay yet: what an entry leaves behind goes with them. */
  readonly sessions: readonly string[]
}

/** Erases and masks those that were decided so, or tries it. @returns what really became of each, or would */
export async function eraseEntries(
  { look, ask, registration, whose, sessions }: EntriesPlace,
  decided: readonly Decided[],
): Promise<readonly Decided[]> {
  const entries = decided.flatMap(({ entry, fate }) => {
    const { id, payload } = entry
    const attempts = lastAttempt(entry)
    if (fate === 'erased') return { id, attempts, payload: undefined }
    return fate === 'masked' ? { id, attempts, payload: maskedPayload(payload, whose) } : []
  })
  if (entries.length === 0) return decided
  const erasure = { registration, entries, phoneKey: whose.key, keep: sessions, number: undefined }
  const done = new Set((await ask(erasure)).entries)
  const became: Decided[] = []
  for (const one of decided) {
    const { entry, fate } = one
    const isDone = done.has(entry.id) || (fate !== 'erased' && fate !== 'masked')
    became.push(isDone ? one : afterChange(entry, await look.inbox.get(registration, entry.id)))
  }
  return became
}

/** One that was opened, tried or forgotten in between, or is to be replayed by an application that has not begun. */
function afterChange(entry: StoredEntry, now: StoredEntry | undefined): Decided {
  if (now === undefined) return { entry, fate: 'erased' }
  const { fate } = decide(now, Number.NEGATIVE_INFINITY)
  if (fate === 'open' || fate === 'review') return { entry: now, fate }
  return { entry: now, fate: lastAttempt(now) === lastAttempt(entry) ? 'replay' : 'changed' }
}

/**
 * What a payment is kept as that law makes one keep: amounts, times, references, identifiers, codes and statuses, by the list
 * below. Everything else is erased, whatever it is called, so it says nothing of whose it was.
 */
export function maskedPayload(payload: Uint8Array, whose: Whose): Uint8Array {
  const kept: unknown = JSON.parse(Buffer.from(payload).toString())
  return Buffer.from(JSON.stringify(masked(kept, undefined, whose)))
}

function masked(value: unknown, use: KeptUse | undefined, whose: Whose): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, use, whose))
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map((field) => maskedField(field, whose)))
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value)
  if (whose.is(text) || text === whose.masked) return whose.masked
  if (use === 'verdict') return maskValue('Message', whose.without(text), new ShapeMasks())
  if (isNobodys(text)) return value
  if (use === 'identifier') return typeof value === 'number' ? value : whose.without(text)
  return use !== undefined && forms[use].test(text.trim()) ? value : erasedLike(text)
}

function maskedField([name, value]: readonly [string, unknown], whose: Whose): readonly [string, unknown] {
  const folded = foldName(name)
  const isMerchants = merchantsOwn.has(folded) && value !== null
  return [fieldName.test(name) ? name : erasedText, isMerchants ? erasedText : masked(value, uses.get(folded), whose)]
}

/** Whatever it is called: nothing, a word of the service's tables, or a number that is too short for one of a person. */
function isNobodys(text: string): boolean {
  return text.trim() === '' || shortNumber.test(text) || tableWords.has(classifyWord(text))
}

/** What vetoes an outcome goes on doing so: a replay must not make money of a payment that was in doubt. */
function erasedLike(text: string): string {
  const says = classifyWord(text)
  if (says === 'soundsUnpaid') return `not paid: ${erasedText}`
  return says === 'soundsPaid' ? `paid: ${erasedText}` : erasedText
}

const tableWords: ReadonlySet<WordClass> = new Set(['paid', 'failed', 'cancelled', 'pending', 'refunded'])
const shortNumber = /^[+-]?\d{0,6}(?:\.\d{0,4})?$/
const fieldName = /^(?!.*\d{5})[A-Za-z_][A-Za-z0-9_.-]{0,39}$/

/** What is kept of a field, if it looks like that. */
type KeptUse = 'amount' | 'time' | 'word' | 'identifier' | 'verdict'

const forms: Readonly<Record<'amount' | 'time' | 'word', RegExp>> = {
  amount: /^[+-]?\d{1,12}(?:\.\d{0,20})?$/,
  time: /^(?:\d{10,13}|\d{4}-\d\d-\d\d(?:[Tt ][\d:.,]{5,20} ?(?:[Zz]|[+-]\d\d:?\d\d)?)?)$/,
  word: /^(?!.*\d{5})[A-Za-z0-9][\w -]{0,29}$/,
}

/** Of pushes and of the service's answers (reference 2.2 to 2.4, 4.10; field notes), then of what the plugin keeps beside them. */
const table: readonly (readonly [use: KeptUse, names: readonly string[]])[] = [
  ['amount', ['Amount', 'AmountPaid', 'AmountCharged', 'AmountAfterCharges', 'AmountAfterFees', 'TransactionAmount']],
  [
    'amount',
    ['TotalAmount', 'TotalAmountRefunded', 'DisputedAmount', 'DisputedAmountFee', 'Subtotal', 'Charges', 'Fee'],
  ],
  ['amount', ['Quantity', 'UnitPrice', 'Qty', 'Price', 'amountMinor', 'feeMinor', 'refundedMinor']],
  ['time', ['Date', 'Timestamp', 'OrderDate', 'PaymentDate', 'StartDate']],
  ['time', ['askedAt', 'issuedAt', 'receivedAt', 'since', 'before']],
  ['word', ['ResponseCode', 'Currency', 'CurrencyCode', 'CountryCode', 'Type']],
  ['word', ['PaymentType', 'PaymentMethod', 'Channel', 'Network', 'Platform', 'CardType', 'CardSchemeName']],
  ['word', ['TransactionType', 'RelatedTransactionType', 'MobileChannelName', 'IsSuccessful', 'IsFulfilled']],
  ['word', ['carrier', 'kind', 'outcome', 'says', 'needsReview', 'toldAs']],
  ['identifier', ['ClientReference', 'Reference', 'CheckoutId', 'SalesInvoiceId', 'OrderId', 'SessionId', 'ItemId']],
  ['identifier', ['TransactionId', 'ExternalTransactionId', 'NetworkTransactionId', 'ServiceTransactionId']],
  ['identifier', ['RelatedTransactionId', 'RecurringInvoiceId', 'InvoiceToken', 'checkoutUrl', 'checkoutDirectUrl']],
  // Digests, and ids of entries.
  ['identifier', ['payer', 'purchase', 'noticeTo', 'notice', 'paidBy', 'toldBy', 'overtakenBy']],
  ['verdict', ['Status', 'TransactionStatus', 'Message']],
]

const uses: ReadonlyMap<string, KeptUse> = new Map(
  table.flatMap(([use, names]) => names.map((name) => [foldName(name), use] as const)),
)

/** Objects of the merchant's own. */
const merchantsOwn: ReadonlySet<string> = new Set(['ExtraData', 'MetaData'].map(foldName))
