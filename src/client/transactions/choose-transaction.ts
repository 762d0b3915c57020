import type { PaymentsTogether } from '../../pushes/money/confirmation.ts'
import {
  classifyWord,
  directionOf,
  isOtherDirection,
  type Judgement,
  type Outcome,
  soundOfBack,
  undetermined,
} from '../../pushes/money/outcome.ts'
import { withoutForm } from '../../pushes/reading/identifiers.ts'
import { foldName } from '../../text/fold-name.ts'
import { isReturn, weighMoneyBack } from './money-back.ts'
import {
  compareIdentifiers,
  compareTransactions,
  isTied,
  linksOf,
  refersTo,
  withoutRepeats,
} from './same-transaction.ts'
import type { Transaction, TransactionQuestion } from './transaction.ts'

/** Which record was asked for, and what to say where there is none or are several. */
export interface Choice {
  readonly transaction: Transaction | null
  readonly judgement: Judgement
  /** Whether more than one record of it says paid, and nothing shows that they are one. */
  readonly isPaidTwice: boolean
  /** Whether another try is still under way beside the one that is paid. */
  readonly isAnotherPending?: boolean
  /** What all of them come to; undefined of one. */
  readonly payments?: PaymentsTogether | undefined
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
  { says: 'paid', beside: ['failed', 'cancelled', 'pending', 'undetermined'] },
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
  const found = records.filter((record) => isAskedFor(record, question))
  const beside = found.length > mostTries ? [] : besideOf(found, records)
  if (found.length + beside.length > mostTries) return none(`there are more than ${mostTries} records of it`)
  const asked = found.filter((record) => !found.some((other) => overtakes(other, record)))
  const [first, ...others] = asked
  if (first === undefined) return none('no record carries what was asked for; give clientReference too')
  const paid = asked.filter(({ outcome }) => outcome === 'paid')
  if (paid.length > 0) return choosePaid(paid, [...asked, ...beside])
  if (others.every((other) => agrees(first, other) && compareTransactions(first, other) !== false)) return one(first)
  return chooseUnpaid(asked)
}

/** Of those that are paid what did not go back counts, whatever other tries came to. */
function choosePaid(paid: readonly Transaction[], tries: readonly Transaction[]): Choice {
  const { kept, gone, inPart, isOpen } = weighMoneyBack(paid, tries)
  if (isOpen) return none('money may be going back')
  if (inPart !== undefined) return one(inPart)
  const left = kept.length > 0 ? kept : gone
  // The money that came first is that of the payment.
  const chosen = left.reduce((found, other) => (isEarlier(other, found) ? other : found))
  const others = tries.filter((other) => !paid.includes(other) && !isReturn(other) && !isAside(other))
  const doubtful = others.filter(isDoubtful)
  const taken = doubtful.find((other) => compareTransactions(chosen, other) === true)
  if (taken !== undefined) return one(taken)
  const isUnclear = left.some((other) => compareTransactions(chosen, other) !== false && !agrees(chosen, other))
  if (isUnclear || others.some((other) => contradicts(chosen, other))) return none(disagreeing)
  const isTwice =
    doubtful.length > 0 || kept.some((other) => other !== chosen && compareTransactions(chosen, other) !== true)
  const isAnotherPending = others.some(
    (other) => other.outcome === 'pending' && compareTransactions(chosen, other) !== true,
  )
  if (chosen.outcome !== 'paid' || !isTwice) return { ...one(chosen), isAnotherPending }
  return { ...one(chosen), isPaidTwice: true, payments: togetherOf(kept) }
}

/** Several payments under one reference may be one in parts. */
function togetherOf(paid: readonly Transaction[]): PaymentsTogether | undefined {
  const all = withoutRepeats(paid)
  const [first] = all
  if (first === undefined || all.length === 1) return undefined
  const isCounted = all.every(
    ({ amountMinor, currencyCode }) => amountMinor !== null && currencyCode === first.currencyCode,
  )
  const sum = all.reduce((total, { amountMinor }) => total + (amountMinor ?? 0), 0)
  return { count: all.length, amountMinor: isCounted ? sum : null }
}

/** The first row of the table that fits decides. */
function chooseUnpaid(tries: readonly Transaction[]): Choice {
  const doubtful = tries.filter(isDoubtful)
  const hasMoney = doubtful.length > 0 || tries.some(({ outcome }) => outcome === 'refunded')
  // A refund of its own beside the payment that it is of says nothing new.
  const own = tries.filter((one) => !(hasMoney && isOther(one)))
  const row = triesOutcomes.find(
    ({ says, beside }) =>
      own.some(({ outcome }) => outcome === says) &&
      own.every(({ outcome }) => outcome === says || beside.includes(outcome)),
  )
  const [money] = doubtful
  if (row === undefined) return money === undefined ? none(disagreeing) : one(money)
  const decisive = own.filter(({ outcome }) => outcome === row.says)
  const isBack = row.says === 'refunded'
  // Money that came first is that of the payment; of what did not come, the last try says how it stands.
  const chosen = decisive.reduce((found, other) => (isEarlier(other, found) === isBack ? other : found))
  const isUnclear = decisive.some((other) => compareTransactions(chosen, other) !== false && !agrees(chosen, other))
  if (isBack && (isUnclear || own.some((other) => contradicts(chosen, other)))) return none(disagreeing)
  return one(chosen)
}

/** Whether a record says how a payment ended that another of the same transaction saw under way. */
function overtakes(final: Transaction, record: Transaction): boolean {
  const { outcome, status, refunded, isDisputed } = record
  if (refunded.amountMinor || isDisputed === true || compareTransactions(final, record) !== true) return false
  if (outcome === 'pending') return ['paid', 'failed', 'cancelled', 'refunded'].includes(final.outcome)
  // An unknown word says nothing against money, as in a history, unless it sounds of money that went back.
  const isBack = isReturn(record) || soundOfBack(foldName(status ?? '')) !== 'nothing'
  return final.outcome === 'paid' && outcome === 'undetermined' && !isBack && classifyWord(status) === 'other'
}

/** The records of the same money that don't carry what was asked for: a refund may have a reference of its own, or none. */
function besideOf(asked: readonly Transaction[], records: readonly Transaction[]): readonly Transaction[] {
  const taken = new Set(asked)
  const others = records.filter((record) => !taken.has(record))
  const names = new Set(
    others.flatMap(({ transactionId, networkTransactionId }) => [transactionId, networkTransactionId]).map(plain),
  )
  const isOfAnother = (record: Transaction) => linksOf(record).some((link) => names.has(withoutForm(link)))
  return others.filter((other) => {
    const isBack = isReturn(other)
    const isAny = isBack && !isOfAnother(other)
    return asked.some(
      (one) =>
        compareTransactions(one, other) === true ||
        (isBack && isTied(other, one)) ||
        (isAny && isUnderReference(other, one)),
    )
  })
}

function plain(identifier: string | null): string | null {
  return identifier && withoutForm(identifier)
}

/** Whether a refund has the reference of a payment, or says nothing of what it is about. */
function isUnderReference(record: Transaction, paid: Transaction): boolean {
  const { clientReference } = record
  return clientReference === null ? linksOf(record).length === 0 : clientReference === paid.clientReference
}

// Each is held against the others.
const mostTries = 100
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
    compareReferences(question.clientReference, record.clientReference),
    compareIdentifiers(question.serviceTransactionId, record.transactionId),
    compareIdentifiers(question.networkTransactionId, record.networkTransactionId),
    compareCheckout(question.checkoutId, record),
  ]
  return matches.includes(true) && !matches.includes(false)
}

/** Those of the merchant are compared as they are. */
function compareReferences(asked: string | undefined, found: string | null): boolean | null {
  return asked === undefined || found === null ? null : asked === found
}

/** Records of reference 2.4 have no CheckoutId. Their InvoiceToken may be it, so only an equal one says something. */
function compareCheckout(asked: string | undefined, record: Transaction): boolean | null {
  return compareIdentifiers(asked, record.checkoutId) ?? (compareIdentifiers(asked, record.invoiceToken) || null)
}

function agrees(one: Transaction, other: Transaction): boolean {
  return (
    one.outcome === other.outcome &&
    one.amountMinor === other.amountMinor &&
    one.currencyCode === other.currencyCode &&
    one.refunded.amountMinor === other.refunded.amountMinor
  )
}

/** Whether a record says that it is paid, and something else of it says otherwise. */
function isDoubtful(record: Transaction): boolean {
  const word = classifyWord(record.status)
  return record.outcome === 'undetermined' && !isOther(record) && (word === 'paid' || word === 'refunded')
}

function isOther({ transactionType, paymentTypes }: Transaction): boolean {
  return isOtherDirection(transactionType, paymentTypes)
}

/** Whether a record beside the one of the money is about that same money, and says that it did not come. */
function contradicts(chosen: Transaction, other: Transaction): boolean {
  if (other.outcome === chosen.outcome || other.outcome === 'pending') return false
  return compareTransactions(chosen, other) === true || refersTo(other, chosen)
}

/** Whether it is what was taken for a payment, or passed on of it. */
function isAside({ transactionType, paymentTypes }: Transaction): boolean {
  return directionOf(transactionType, paymentTypes) === 'aside'
}

function isEarlier(one: Transaction, other: Transaction): boolean {
  return timeOf(one) < timeOf(other)
}

function timeOf({ startedAt }: Transaction): number {
  return startedAt?.getTime() ?? Number.POSITIVE_INFINITY
}
