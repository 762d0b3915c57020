import {
  type CodeClass,
  classifyCode,
  classifyWord,
  isOtherDirection,
  type Judgement,
  mayBePayment,
  undetermined,
  type WordClass,
} from '../../pushes/money/outcome.ts'
import { printable } from '../../text/clean-text.ts'
import { foldName } from '../../text/fold-name.ts'
import type { Money, TransactionStep } from './transaction.ts'

/** One line of the table: what a status word of a record says. */
export interface TransactionRow {
  readonly word: WordClass
  readonly outcome: Exclude<Judgement['outcome'], 'undetermined'>
  readonly why: string
}

/**
 * What a record's status word says by itself (reference 3.1; field notes, "Transaction status"). The code is not asked:
 * it says that the question was answered.
 */
export const transactionOutcomes: readonly TransactionRow[] = [
  { word: 'paid', outcome: 'paid', why: 'the record says that it is paid, and nothing contradicts it' },
  { word: 'failed', outcome: 'failed', why: 'the record says that it failed' },
  { word: 'cancelled', outcome: 'cancelled', why: 'the record says that it was cancelled' },
  { word: 'pending', outcome: 'pending', why: "the service's record says that it is still pending" },
  { word: 'refunded', outcome: 'refunded', why: 'the record says that it was refunded' },
]

/**
 * The word of invoices that nobody has paid so far: of three words that such records have (`Paid`, `Unpaid`,
 * `Refunded`) it is the one for every payment that is still under way, too.
 */
const unpaid: Judgement = {
  outcome: 'pending',
  why: 'not paid so far; the record does not say whether it still may be',
}

/** What a record says, as far as its outcome goes. */
export interface TransactionSigns {
  /** Every status word of it. */
  readonly words: readonly (string | null)[]
  /** Whether a field that decides came twice with different values, or cannot be read. */
  readonly isDoubtful: boolean
  readonly code: string | null
  readonly isSuccessful: boolean | null
  readonly type: string | null
  /** Types that the merchant knows to be money in, folded. */
  readonly paymentTypes?: readonly string[] | undefined
  readonly total: Money
  readonly refunded: Money
  readonly isDisputed: boolean | null
  readonly disputed: Money
  readonly history: readonly TransactionStep[]
}

/** Judges one record by itself. */
export function judgeTransaction(signs: TransactionSigns): Judgement {
  const words = signs.words.filter((word) => word !== null)
  const [first, ...others] = new Set(words.map((word) => judgeWord(word)))
  if (signs.isDoubtful) return undetermined('a field that decides came twice with different values, or cannot be read')
  if (first === undefined) return undetermined('the record has no status')
  if (others.length > 0) return undetermined('the record has two statuses that differ')
  if (first.outcome === 'paid') return judgePaid(first, signs)
  if (first.outcome === 'refunded') return refundOf(signs) === 'part' ? partRefund : first
  return first.outcome === 'failed' || first.outcome === 'cancelled' ? judgeUnpaid(first, signs) : first
}

function judgeWord(word: string): Judgement {
  if (foldName(word.trim()) === 'unpaid') return unpaid
  const says = classifyWord(word)
  return transactionOutcomes.find((row) => row.word === says) ?? unknownWord
}

const unknownWord = undetermined('the status of the record is none that is known')

/** Looks for what contradicts a record that says paid. */
function judgePaid(paid: Judgement, signs: TransactionSigns): Judgement {
  const refund = refundOf(signs)
  if (refund !== 'none') return refund === 'whole' ? wholeRefund : partRefund
  if (signs.total.amountMinor === 0) return undetermined('an amount of 0, which failures carry')
  return contradictionOf(signs, besidePaid) ?? paid
}

/**
 * Looks for what contradicts a record that says failed or cancelled: an order that is opened again because of it may be
 * paid a second time.
 */
function judgeUnpaid(unpaid: Judgement, signs: TransactionSigns): Judgement {
  if (refundOf(signs) === 'part') return partRefund
  return contradictionOf(signs, besideUnpaid) ?? unpaid
}

const wholeRefund: Judgement = { outcome: 'refunded', why: 'the whole amount was refunded' }
const partRefund = undetermined('a part of it was refunded')

/** How much went back. Beside an amount that is not told it is a part of it. */
function refundOf({ total, refunded }: TransactionSigns): 'none' | 'part' | 'whole' {
  const back = refunded.amountMinor ?? 0
  if (back === 0) return 'none'
  return total.amountMinor !== null && back >= total.amountMinor ? 'whole' : 'part'
}

/** What the other fields of a record may say, for it to be believed. */
interface Beside {
  readonly codes: readonly CodeClass[]
  readonly isSuccessful: boolean
  /** Of the newest step in its history. */
  readonly steps: readonly WordClass[]
}

const besidePaid: Beside = { codes: ['good', 'none'], isSuccessful: true, steps: ['paid', 'soundsPaid', 'other'] }
const besideUnpaid: Beside = {
  codes: ['failure', 'none'],
  isSuccessful: false,
  steps: ['failed', 'cancelled', 'soundsUnpaid', 'other'],
}

function contradictionOf(signs: TransactionSigns, { codes, isSuccessful, steps }: Beside): Judgement | null {
  if (signs.isDisputed === true || (signs.disputed.amountMinor ?? 0) > 0) return undetermined('it is disputed')
  if (!codes.includes(classifyCode(signs.code)) || signs.isSuccessful === !isSuccessful) {
    return undetermined('another field of the record contradicts it')
  }
  const { type, paymentTypes } = signs
  if (type !== null && isOtherDirection(type, paymentTypes)) return undetermined(whyOf(type))
  const isAgreed = newestOf(signs.history).every(({ status }) => steps.includes(classifyWord(status)))
  return isAgreed ? null : undetermined('the newest step of its history contradicts it, or cannot be read')
}

/** Nobody can say which way the money of a type went that is in no table: the merchant may find out, and set it. */
function whyOf(type: string): string {
  if (!mayBePayment(type)) return 'the money of this record went the other way'
  const shown = printable(type.length > longestType ? `${type.slice(0, longestType)}…` : type)
  return `its TransactionType '${shown}' is not known to be money in: if it is, add it to paymentTypes of the client`
}

/** Longer than any that was seen. Characters. */
const longestType = 40

/**
 * The steps of which each may be the newest. Histories are sent newest first (reference 2.4); dates decide where they say
 * otherwise, and beside those nobody knows where a step without one belongs. A final one of the newest date stands for the
 * payment, and what was pending came before it.
 */
function newestOf(history: readonly TransactionStep[]): readonly TransactionStep[] {
  const newest = Math.max(...history.map(timeOf))
  if (!Number.isFinite(newest)) return history.slice(0, 1)
  const last = history.filter((step) => timeOf(step) === newest)
  const undated = history.filter(({ at }) => at === null)
  const isOver = last.some(isFinal)
  return [...last, ...undated].filter((step) => !isOver || isFinal(step))
}

function isFinal({ status }: TransactionStep): boolean {
  return classifyWord(status) !== 'pending'
}

function timeOf(step: TransactionStep): number {
  return step.at?.getTime() ?? Number.NEGATIVE_INFINITY
}
