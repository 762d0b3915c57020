import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../clock.ts'
import { moneyKinds } from '../../pushes/kinds.ts'
import { classifyWord, type WordClass } from '../../pushes/money/outcome.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { type EntryKind, isFollowUp, type StoredEntry } from '../../store/entry.ts'
import { type Erased, type Erasure, erasedText } from '../../store/people/erasure.ts'
import { isOpenReview } from '../../store/review.ts'
import type { StoreLook } from '../../store/store.ts'
import { foldName } from '../../text/fold-name.ts'
import { maskNumbers } from '../../text/phone.ts'
import { checkNames } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { maskValue } from '../mask-json.ts'
import { lastAttempt } from '../seen/seen-entry.ts'
import { ShapeMasks } from '../shape-masks.ts'
import { type PersonOptions, readPerson, Trail } from '../trail.ts'
import { besideEntries, resultsToErase, whyItStays } from './beside-entries.ts'
import { heldElsewhere } from './elsewhere.ts'
import { entriesOf, everyEntryOf, type OnRead } from './entries-of.ts'
import {
  countFates,
  countsBeside,
  type Decided,
  type EraseReport,
  type Fate,
  mostNamed,
  whatBecomes,
  whatStays,
} from './erase-report.ts'
import type { Whose } from './whose.ts'

/**
 * Whose data is erased, and how.
 *
 * @example
 * const options: EraseOptions = { phone: '+233000000000', dryRun: true }
 * const { erased, masked, kept } = await app.merchant.erase(options)
 */
export interface EraseOptions extends PersonOptions {
  /** A whole phone number, or the id that a channel sends in its place. Any other text is refused if nothing is kept under it. */
  readonly phone: string
  /** true: tells what would be done, and does nothing. Default false. */
  readonly dryRun?: boolean | undefined
  /** Days. Payments that came longer ago are erased. Without it all are kept, without whose they were. */
  readonly keepPaymentsDays?: number | undefined
  /**
   * true: reads every entry for the number: also those that could not be read, and those that were kept before the store had digests of
   * phones. Those of somebody else that name the number in a text stay, and are named. 20,000 take 3 seconds. Default false.
   */
  readonly thorough?: boolean | undefined
  /** Told while every entry is read. */
  readonly onRead?: OnRead | undefined
}

/** Reads the options. @throws FMW_LOOK */
export function readErase(given: EraseOptions): EraseOptions {
  const options = checkNames('erase', given, [
    ...['phone', 'dryRun', 'keepPaymentsDays', 'thorough', 'onRead', 'by', 'reason'],
  ])
  const { keepPaymentsDays: days, by, reason } = options
  readPerson({ by, reason })
  if (days === undefined || (typeof days === 'number' && days >= 0)) return options
  throw new FMW_LOOK('keepPaymentsDays', 'must be a number of days, 0 or more')
}

/** What erasing needs beside the store. */
interface ErasePlace {
  readonly registration: string
  readonly clock: Clock
  /** ms that the store keeps what is finished; undefined where nobody knows. */
  readonly keptFor: number | undefined
}

/** Erases what is kept of a person. @throws FMW_LOOK where the store can't; FMW_SEALED */
export async function erase(
  look: StoreLook,
  { registration, clock, keptFor }: ErasePlace,
  whose: Whose,
  { dryRun = false, keepPaymentsDays = Number.POSITIVE_INFINITY, thorough, onRead, by, reason }: EraseOptions,
): Promise<EraseReport> {
  const { inbox } = look
  const { own: found, others } = thorough
    ? await everyEntryOf(inbox, registration, whose, onRead)
    : { own: await entriesOf(inbox, registration, whose), others: [] }
  const keepFrom = ((await look.now?.()) ?? clock.now()) - keepPaymentsDays * day
  const decided = found.map((entry) => decide(entry, keepFrom))
  const ids = found.map(({ id }) => id)
  const beside = await besideEntries(look, registration, whose, ids)
  if (look.erase === undefined) throw new FMW_LOOK('the store', 'has no erase: give one of this package')
  const doIt = look.erase.bind(look)
  const ask = (erasure: Erasure) => doIt({ ...erasure, isTrial: dryRun })
  const elsewhere = await heldElsewhere(look, registration, whose)
  whose.checkFound(found, beside.sessions, beside.results, elsewhere)
  const staying = beside.sessions.filter((session) => whyItStays(session) !== undefined)
  const erasure: Erasure = {
    registration,
    entries: [],
    phoneKey: whose.key,
    keep: staying.map(({ ref }) => ref),
    number: whose.number && { digits: whose.number.digits, without: (text) => whose.without(text) },
  }
  const report = (fates: readonly Decided[]) => ({
    phone: whose.masked,
    dryRun,
    ...whatBecomes(fates, keptFor),
    othersKept: others.length,
    keptOthers: others.slice(0, mostNamed).map(({ kind, id }) => ({ kind, id: maskNumbers(id) })),
    elsewhere,
  })
  const resultsOf = (fates: readonly Decided[]) => {
    const gone = new Set(fates.flatMap(({ entry, fate }) => (fate === 'erased' ? entry.id : [])))
    return resultsToErase(beside, (entry) => gone.has(entry))
  }
  const sessions = beside.sessions.map(({ ref }) => ref)
  const place = { look, ask, registration, whose, sessions }
  if (dryRun) {
    const fates = await eraseEntries(place, decided)
    const results = new Set(resultsOf(fates))
    const would = await ask({ ...erasure, results: [...results].map(({ ref }) => ref) })
    const rest = beside.results.filter((result) => !results.has(result))
    return { ...report(fates), ...countsBeside(would), ...whatStays({ sessions: staying, results: rest }) }
  }
  const trail = new Trail(look.trail, registration)
  const said = (fates: readonly Decided[], { results, sessions }: Pick<EraseReport, 'results' | 'sessions'>) => ({
    phone: whose.masked,
    ...countFates(fates),
    results,
    sessions,
  })
  const going = beside.sessions.length - staying.length
  const planned = said(decided, { results: resultsOf(decided).length, sessions: going })
  await trail.append({ act: 'erase', about: planned, by, reason })
  const became = await eraseEntries(place, decided)
  // Not before: a replay asks for the results of an entry that stays.
  const done = await ask({ ...erasure, results: resultsOf(became).map(({ ref }) => ref) })
  const about = said(became, done)
  if (!isDeepStrictEqual(about, planned)) await trail.append({ act: 'erased', about, by, reason })
  return {
    ...report(became),
    ...countsBeside(done),
    ...whatStays(await besideEntries(look, registration, whose, ids)),
  }
}

// ms
const day = 86_400_000

/**
 * What is to become of an entry: nothing that is open is broken, and no payment is lost from the books.
 *
 * @param keepFrom payments that came later are kept, epoch ms
 */
function decide(entry: StoredEntry, keepFrom: number): Decided {
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
interface EntriesPlace {
  readonly look: StoreLook
  /** Of that store. */
  readonly ask: (erasure: Erasure) => Promise<Erased>
  readonly registration: string
  readonly whose: Whose
  /** The sessions of theirs. They stay yet: what an entry leaves behind goes with them. */
  readonly sessions: readonly string[]
}

/** Erases and masks those that were decided so, or tries it. @returns what really became of each, or would */
async function eraseEntries(
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
