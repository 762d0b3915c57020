import { withoutForm } from '../../pushes/identifier-form.ts'
import type { Judgement, Outcome } from '../../pushes/outcome.ts'
import { undetermined } from '../../pushes/outcome.ts'
import { foldName } from '../../text/fold-name.ts'
import type { Transaction, TransactionQuestion } from './transaction.ts'

/** Which record was asked for, and what to say where there is none or are several. */
export interface Choice {
  readonly transaction: Transaction | null
  readonly judgement: Judgement
  /** Whether two different records of it say paid. */
  readonly isPaidTwice: boolean
}

/** One line of the table: what several records of one payment come to, where they say this and nothing but that beside it. */
export interface TriesRow {
  readonly says: Exclude<Outcome, 'undetermined'>
  readonly beside: readonly Outcome[]
}

/**
 * Customers try again, so one payment has several records (reference 2.4, ClientReference). The first row that fits
 * decides; what fits none is undetermined.
 */
export const triesOutcomes: readonly TriesRow[] = [
  { says: 'paid', beside: ['failed', 'cancelled', 'pending'] },
  { says: 'refunded', beside: ['failed', 'cancelled'] },
  { says: 'pending', beside: ['failed', 'cancelled'] },
  { says: 'failed', beside: ['cancelled'] },
  { says: 'cancelled', beside: [] },
]

/**
 * Chooses the record that was asked for by its identifiers. One that carries another value under an identifier of the
 * question is somebody else's; one that carries none of them may be, so it is not taken either.
 */
export function chooseTransaction(records: readonly Transaction[], question: TransactionQuestion): Choice {
  if (records.length === 0) return none('the service has no record of it')
  const [first, ...others] = records.filter((record) => isAskedFor(record, question))
  if (first === undefined) return none('no record carries what was asked for; give clientReference too')
  if (others.every((other) => agrees(first, other) && !areTwo(first, other))) return one(first)
  return chooseTry([first, ...others])
}

function chooseTry(tries: readonly [Transaction, ...Transaction[]]): Choice {
  const row = triesOutcomes.find(
    ({ says, beside }) =>
      tries.some(({ outcome }) => outcome === says) &&
      tries.every(({ outcome }) => outcome === says || beside.includes(outcome)),
  )
  if (row === undefined) return none(disagreeing)
  const decisive = tries.filter(({ outcome }) => outcome === row.says)
  const moved = row.says === 'paid' || row.says === 'refunded'
  // The money that came first is that of the payment; of what did not come, the last try says how it stands.
  const chosen = decisive.reduce((found, other) => (isEarlier(other, found) === moved ? other : found))
  const isTwice = decisive.some((other) => areTwo(chosen, other))
  const isUnclear = decisive.some((other) => !areTwo(chosen, other) && !agrees(chosen, other))
  if (moved && (isUnclear || tries.some((other) => contradicts(chosen, other)))) return none(disagreeing)
  return { ...one(chosen), isPaidTwice: row.says === 'paid' && isTwice }
}

const disagreeing = 'there are several records, and they disagree'

function one(transaction: Transaction): Choice {
  return { transaction, judgement: transaction, isPaidTwice: false }
}

function none(why: string): Choice {
  return { transaction: null, judgement: undetermined(why), isPaidTwice: false }
}

/** Whether a record is the one of a question, and not somebody else's. */
export function isAskedFor(record: Transaction, question: TransactionQuestion): boolean {
  const matches = [
    compare(question.clientReference, record.clientReference, asItIs),
    compare(question.serviceTransactionId, record.transactionId, withoutForm),
    compare(question.networkTransactionId, record.networkTransactionId, withoutForm),
    compareCheckout(question.checkoutId, record),
  ]
  return matches.includes(true) && !matches.includes(false)
}

type Form = (text: string) => string

/** Whether both are equal; null where one of them is not there. */
function compare(asked: string | null | undefined, found: string | null, form: Form): boolean | null {
  return asked === undefined || asked === null || found === null ? null : form(asked) === form(found)
}

/** Records of reference 2.4 have no CheckoutId. Their InvoiceToken may be it, so only an equal one says something. */
function compareCheckout(asked: string | undefined, record: Transaction): boolean | null {
  return compare(asked, record.checkoutId, withoutForm) ?? (compare(asked, record.invoiceToken, withoutForm) || null)
}

function asItIs(text: string): string {
  return text
}

function agrees(one: Transaction, other: Transaction): boolean {
  return (
    one.outcome === other.outcome &&
    one.amountMinor === other.amountMinor &&
    one.currencyCode === other.currencyCode &&
    one.refunded.amountMinor === other.refunded.amountMinor
  )
}

/** Whether a record beside the one of the money is about that same money, and says that it did not come or went back. */
function contradicts(paid: Transaction, { outcome, status, ...other }: Transaction): boolean {
  if (outcome === paid.outcome || outcome === 'pending') return false
  const isAbout = compareTransactions(paid, other) === true
  const isRelated = compare(paid.transactionId, other.relatedTransactionId, withoutForm) === true
  return isAbout || isRelated || foldName(String(status)).includes('revers')
}

/** Whether two records are of two movements of money: an identifier that both have differs. */
function areTwo(one: Transaction, other: Transaction): boolean {
  return compareTransactions(one, other) === false
}

type Identified = Pick<Transaction, 'transactionId' | 'networkTransactionId'>

function compareTransactions(one: Identified, other: Identified): boolean | null {
  return (
    compare(one.transactionId, other.transactionId, withoutForm) ??
    compare(one.networkTransactionId, other.networkTransactionId, withoutForm)
  )
}

function isEarlier(one: Transaction, other: Transaction): boolean {
  return timeOf(one) < timeOf(other)
}

function timeOf({ startedAt }: Transaction): number {
  return startedAt?.getTime() ?? Number.POSITIVE_INFINITY
}
