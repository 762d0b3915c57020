import { toMajor } from '../../pushes/money/amount.ts'
import { classifyWord, directionOf, type Judgement, undetermined } from '../../pushes/money/outcome.ts'
import { foldName } from '../../text/fold-name.ts'
import { compareTransactions, isTied, linksOf, withoutRepeats } from './same-transaction.ts'
import type { Transaction } from './transaction.ts'

/** What became of payments by the records beside them that tell of money which went back. */
export interface MoneyBack {
  /** Of these nothing went back. */
  readonly kept: readonly Transaction[]
  /** All of these went back, each with what did in `refunded`. */
  readonly gone: readonly Transaction[]
  /** One of which a part went back, or beside which money went back that may be its own. */
  readonly inPart: Transaction | undefined
  /** Whether some may still go back. */
  readonly isOpen: boolean
}

/** Whether a record is of money that went the other way, or went back, or may have: it is no try to pay. */
export function isReturn(record: Transaction): boolean {
  return isBackOf(record) || saysBack(record) || isUnclear(record)
}

function isBackOf({ transactionType, paymentTypes }: Transaction): boolean {
  return directionOf(transactionType, paymentTypes) === 'back'
}

function saysBack({ status, outcome }: Transaction): boolean {
  return outcome === 'refunded' || (outcome !== 'paid' && soundsBack(status))
}

/** Whether nobody can say what money it is of: its type is that of no payment, or it is about another transaction. */
function isUnclear(record: Transaction): boolean {
  const { transactionType, paymentTypes, originalTransactionId } = record
  const isUnknown = directionOf(transactionType, paymentTypes) === 'unknown'
  const isNamed = isBackOf(record) || saysBack(record)
  return !isNamed && (isUnknown || typeof originalTransactionId === 'string')
}

/**
 * Holds payments against the records of money that went back. Such a record is about the payment that it names; one that
 * names none is about the only payment where it is itself a refund, and of any other nobody can say what it is about.
 */
export function weighMoneyBack(paid: readonly Transaction[], tries: readonly Transaction[]): MoneyBack {
  const others = tries.filter((one) => !paid.includes(one))
  const returns = others.filter((one) => isReturn(one) && !isOfAnother(one, paid, others))
  const done = withoutRepeats(returns.filter((one) => fateOf(one) === 'gone'))
  const first = paid.slice(0, 1)
  const isOnly = paid.slice(1).every((one) => first.every((other) => compareTransactions(one, other) === true))
  const isAbout = (back: Transaction, one: Transaction): boolean =>
    isTied(back, one) || (isOnly && isBackOf(back) && linksOf(back).length === 0)
  const weighed = paid.map((one) => {
    const returned = done.filter((back) => !isUnclear(back) && isAbout(back, one))
    return { one, back: sumOfAll(returned, one) }
  })
  const part = weighed.find(({ one, back }) => back > 0 && back < wholeOf(one))
  const kept = weighed.filter(({ back }) => back === 0).map(({ one }) => one)
  const gone = weighed.filter(({ one, back }) => back >= wholeOf(one))
  const stray =
    done.find((back) => isUnclear(back) || !paid.some((one) => isAbout(back, one))) ??
    paid.find((one) => mayBeBack(one) && !returns.some((back) => isAbout(back, one)))
  return {
    kept,
    gone: gone.map(({ one, back }) => withBack(one, back, { outcome: 'refunded', why: wholeWent })),
    inPart: part ? withBack(part.one, part.back, undetermined(partWent)) : besideStray(stray, kept.concat(paid)),
    isOpen: returns.some((one) => fateOf(one) === 'open'),
  }
}

const wholeWent = 'a record of its own says that the whole amount went back'
const partWent = 'a record of its own says that a part of it went back'
const strayWent = 'money went back under its reference, and the record does not say whether it was this'

function besideStray(stray: Transaction | undefined, paid: readonly Transaction[]): Transaction | undefined {
  if (stray === undefined) return undefined
  const doubted = paid.map((one) => withBack(one, sumOf(stray) ?? one.amountMinor ?? 1, undetermined(strayWent)))
  return doubted[0]
}

/** Whether what a payment names beside it is money that went back, or nobody can say what it is. */
function mayBeBack({ relatedTransactionType, paymentTypes }: Transaction): boolean {
  return ['back', 'unknown'].includes(directionOf(relatedTransactionType, paymentTypes))
}

/** Whether the money went back, may still go, or did not. */
function fateOf(record: Transaction): 'gone' | 'open' | 'stayed' {
  const { status, outcome } = record
  const word = classifyWord(status)
  if (outcome === 'refunded' || goneWords.has(foldName(status ?? ''))) return 'gone'
  if (!isBackOf(record) && !isUnclear(record)) return 'open'
  if (word === 'paid') return 'gone'
  return word === 'failed' || word === 'cancelled' ? 'stayed' : 'open'
}

/** Whether it is about a record beside the payments: a try whose money went back by itself. */
function isOfAnother(back: Transaction, paid: readonly Transaction[], others: readonly Transaction[]): boolean {
  return !paid.some((one) => isTied(back, one)) && others.some((one) => !isReturn(one) && isTied(back, one))
}

/** Hundredths. One that does not say how much went back is of all of it. */
function sumOfAll(returns: readonly Transaction[], paid: Transaction): number {
  return returns.reduce((sum, back) => sum + (sumOf(back) ?? paid.amountMinor ?? 1), 0)
}

function sumOf({ refunded, amountMinor }: Transaction): number | null {
  return refunded.amountMinor || amountMinor || null
}

/** Of an amount that nobody tells, what went back is a part. */
function wholeOf({ amountMinor }: Transaction): number {
  return amountMinor ?? Number.POSITIVE_INFINITY
}

function withBack(paid: Transaction, amountMinor: number, judgement: Judgement): Transaction {
  return { ...paid, ...judgement, refunded: { amount: toMajor(amountMinor), amountMinor } }
}

function soundsBack(status: string | null): boolean {
  const folded = foldName(status ?? '')
  return backSounds.some((part) => folded.includes(part))
}

const backSounds = [
  ...['refund', 'revers', 'chargeback', 'chargedback', 'returned', 'rollback', 'rolledback'],
  ...['clawback', 'clawedback', 'reimburs', 'paidback'],
]
const goneWords: ReadonlySet<string> = new Set([
  ...['refunded', 'reversed', 'chargedback', 'returned', 'rolledback', 'clawedback', 'reimbursed', 'paidback'],
])
