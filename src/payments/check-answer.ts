import { isAskedFor } from '../client/transactions/choose-transaction.ts'

import type { Transaction, TransactionAnswer, TransactionQuestion } from '../client/transactions/transaction.ts'
import { isOutcome } from '../pushes/confirmation.ts'
import { isRecord } from '../pushes/is-record.ts'
import { toMajor } from '../pushes/minor-units.ts'
import { classifyWord, isOtherDirection } from '../pushes/outcome.ts'

/**
 * Why an answer cannot be believed; undefined where it can. A function of the merchant's own is held to what the client
 * does with an answer of the service: whole values, and the record that was asked for.
 */
export function problemOf(answer: TransactionAnswer, question: TransactionQuestion): string | undefined {
  if (!isRecord(answer) || !isOutcome(answer.outcome)) return 'confirmWith answered without an outcome'
  const { outcome, transaction, transactions, isPaidTwice } = answer
  if (!Array.isArray(transactions) || !transactions.every(isRecord)) return wrong('transactions', 'a list of records')
  if (typeof answer.why !== 'string') return wrong('why', 'a text')
  if (isPaidTwice !== undefined && typeof isPaidTwice !== 'boolean') return wrong('isPaidTwice', 'a flag or left out')
  if (transaction === null) {
    return isFinal(outcome) ? `confirmWith answered ${outcome} without a transaction` : undefined
  }
  if (!isRecord(transaction)) return wrong('transaction', 'a record or null')
  return problemOfRecord(transaction) ?? contradiction(answer, transaction, question)
}

function problemOfRecord(transaction: Transaction): string | undefined {
  const { amount, amountMinor, isDisputed, startedAt } = transaction
  const text = texts.find((name) => !(transaction[name] === null || typeof transaction[name] === 'string'))
  if (text !== undefined) return wrong(`transaction.${text}`, 'a text or null')
  const isTime = startedAt === null || (startedAt instanceof Date && !Number.isNaN(startedAt.getTime()))
  if (!isTime) return wrong('transaction.startedAt', 'a Date or null')
  if (!isMinor(amountMinor)) return wrong('transaction.amountMinor', wholeHundredths)
  const isSame = amountMinor === null ? amount === null : amount === toMajor(amountMinor)
  if (!isSame) return wrong('transaction.amount', 'amountMinor in major units')
  const money = moneys.find((name) => !isRecord(transaction[name]) || !isMinor(transaction[name].amountMinor))
  if (money !== undefined) return wrong(`transaction.${money}.amountMinor`, wholeHundredths)
  return typeof isDisputed === 'boolean' || isDisputed === null
    ? undefined
    : wrong('transaction.isDisputed', 'a flag or null')
}

function contradiction(
  { outcome }: TransactionAnswer,
  transaction: Transaction,
  question: TransactionQuestion,
): string | undefined {
  if (!isAskedFor(transaction, question)) return 'confirmWith answered of another payment than was asked for'
  const { refunded, disputed, isDisputed, status, transactionType } = transaction
  const isTaken = isDisputed === true || [refunded, disputed].some(({ amountMinor }) => (amountMinor ?? 0) > 0)
  if (outcome !== 'paid') return undefined
  if (transaction.outcome !== 'paid' || isTaken || isOtherDirection(transactionType)) {
    return 'confirmWith answered paid of a transaction that is not, or was refunded or disputed'
  }
  // Of a record of the service the word decides. A stand-in may leave it out, and cannot overrule it.
  const isUnsaid = status === null || classifyWord(status) === 'paid'
  return isUnsaid ? undefined : 'confirmWith answered paid of a transaction whose status says otherwise'
}

const texts = [
  ...(['status', 'clientReference', 'checkoutId', 'invoiceToken', 'transactionId', 'networkTransactionId'] as const),
  ...(['currencyCode', 'customerPhone', 'customerPhoneInternational', 'transactionType'] as const),
]
const moneys = ['fee', 'refunded', 'disputed'] as const
const wholeHundredths = 'a whole number of hundredths, 0 or more, or null'

function isMinor(value: unknown): boolean {
  return value === null || (Number.isSafeInteger(value) && Number(value) >= 0)
}

function isFinal(outcome: TransactionAnswer['outcome']): boolean {
  return outcome !== 'pending' && outcome !== 'undetermined'
}

function wrong(name: string, wanted: string): string {
  return `confirmWith answered with ${name} that is not ${wanted}: transactionAnswer(…) of …/testing makes a whole answer`
}
