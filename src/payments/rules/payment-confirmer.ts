import type { CallOptions } from '../../client/client-options.ts'
import { ServiceCallError } from '../../client/errors.ts'
import { chooseTransaction, isAskedFor } from '../../client/transactions/choose-transaction.ts'
import { judgeTransaction } from '../../client/transactions/judge-transaction.ts'
import type { Transaction, TransactionAnswer, TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { Clock } from '../../clock.ts'
import { toMajor } from '../../pushes/money/amount.ts'
import { isOutcome } from '../../pushes/money/confirmation.ts'
import { classifyCode, type Judgement } from '../../pushes/money/outcome.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { describeError } from '../../text/describe-error.ts'
import { isFinal } from './judge-answer.ts'

/**
 * Answers whether a payment is true: a `MerchantClient`, or your own object in a test.
 *
 * @example
 * const confirmWith: PaymentConfirmer = { transactions: { status: async () => answerOfATest } }
 */
export interface PaymentConfirmer {
  readonly transactions: {
    /** Resolves to the status of a payment. If it rejects, the status isn't known. */
    status(question: TransactionQuestion, options?: CallOptions): Promise<TransactionAnswer>
    /** Called at boot. It throws what `status` would throw for every question of this form. It isn't async. */
    checkSettings?(question?: TransactionQuestion): void
  }
}

/** What it said, or why it said nothing. */
export type Told =
  | { readonly answer: TransactionAnswer; readonly problem?: undefined }
  | {
      readonly answer?: undefined
      readonly problem: string
      /** ms that the service asks to be left alone by everybody: it has too much to do, whatever the question. */
      readonly leaveAlone?: number | undefined
    }

/**
 * Asks what became of a payment. Never rejects, and always ends: whoever does not answer is taken for one that cannot
 * be reached, since a guess would be worse than asking again.
 */
export function askService(
  confirmer: PaymentConfirmer,
  question: TransactionQuestion,
  clock: Clock,
  signal: AbortSignal,
): Promise<Told> {
  const { promise, resolve } = Promise.withResolvers<Told>()
  const cancel = clock.after(longest, () => resolve({ problem: `there was no answer within ${longest} ms` }))
  const fail = (error: unknown): void => {
    cancel()
    resolve({ problem: describeError(error).message, leaveAlone: asksToBeLeftAlone(error) })
  }
  try {
    const asking = Promise.resolve(confirmer.transactions.status(question, { signal })).then((answer) =>
      toTold(answer, question),
    )
    asking.then((told) => {
      cancel()
      resolve(told)
    }, fail)
  } catch (error) {
    fail(error)
  }
  return promise
}

/** What else fails may be of one payment alone. ms */
function asksToBeLeftAlone(error: unknown): number | undefined {
  const isBusy = error instanceof ServiceCallError && (error.status === 429 || error.status === 503)
  return isBusy ? (error.retryAfter ?? undefined) : undefined
}

/** In JavaScript anything may come, also what throws when it is looked at. */
function toTold(answer: TransactionAnswer, question: TransactionQuestion): Told {
  const problem = problemOf(answer, question)
  return problem === undefined ? { answer } : { problem }
}

// ms. A client has a time-out of its own, which is shorter.
const longest = 60_000

/**
 * Why an answer cannot be believed; undefined where it can. A function of the merchant's own is held to what the client
 * does with an answer of the service: whole values, and the record that was asked for.
 */
export function problemOf(answer: TransactionAnswer, question: TransactionQuestion): string | undefined {
  if (!isRecord(answer) || !isOutcome(answer.outcome)) return 'confirmWith answered without an outcome'
  const { outcome, transaction, transactions, payments, responseCode } = answer
  if (!Array.isArray(transactions) || !transactions.every(isRecord)) return wrong('transactions', 'a list of records')
  if (typeof answer.why !== 'string') return wrong('why', 'a text')
  const flag = flags.find((name) => answer[name] !== undefined && typeof answer[name] !== 'boolean')
  if (flag !== undefined) return wrong(flag, 'a flag or left out')
  if (
    payments !== undefined &&
    !(isRecord(payments) && Number.isInteger(payments.count) && isMinor(payments.amountMinor))
  )
    return wrong('payments', 'a count, and their sum in whole hundredths, or left out')
  if (transaction === null) {
    return isFinal(outcome) ? `confirmWith answered ${outcome} without a transaction` : undefined
  }
  if (!isRecord(transaction)) return wrong('transaction', 'a record or null')
  if (responseCode !== null && typeof responseCode !== 'string') return wrong('responseCode', 'a text or null')
  const record = [transaction, ...answer.transactions].map(problemOfRecord).find((problem) => problem !== undefined)
  return record ?? contradiction(answer, transaction, question)
}

function problemOfRecord(transaction: Transaction): string | undefined {
  const { outcome, amount, amountMinor, isDisputed, startedAt, history, paymentTypes } = transaction
  if (!isOutcome(outcome)) return wrong('transaction.outcome', 'an outcome')
  const text = texts.find((name) => !(transaction[name] === null || typeof transaction[name] === 'string'))
  if (text !== undefined) return wrong(`transaction.${text}`, 'a text or null')
  if (!isListOfTexts(paymentTypes ?? [])) return wrong('transaction.paymentTypes', 'a list of texts or left out')
  if (!isTime(startedAt)) return wrong('transaction.startedAt', 'a Date or null')
  if (!isMinor(amountMinor)) return wrong('transaction.amountMinor', wholeHundredths)
  const isSame = amountMinor === null ? amount === null : amount === toMajor(amountMinor)
  if (!isSame) return wrong('transaction.amount', 'amountMinor in major units')
  const money = moneys.find((name) => !isRecord(transaction[name]) || !isMinor(transaction[name].amountMinor))
  if (money !== undefined) return wrong(`transaction.${money}.amountMinor`, wholeHundredths)
  if (!Array.isArray(history) || !history.every(isStep)) return wrong('transaction.history', 'a list of steps')
  return typeof isDisputed === 'boolean' || isDisputed === null
    ? undefined
    : wrong('transaction.isDisputed', 'a flag or null')
}

function contradiction(
  { outcome, responseCode, transactions, isPaidTwice }: TransactionAnswer,
  transaction: Transaction,
  question: TransactionQuestion,
): string | undefined {
  if (!isAskedFor(transaction, question)) return 'confirmWith answered of another payment than was asked for'
  if (!isFinal(outcome)) return undefined
  // What the client is told is judged by the same. A stand-in may leave out a code and a word, and cannot overrule one.
  if (!['good', 'none'].includes(classifyCode(responseCode))) {
    return `confirmWith answered ${outcome} beside a responseCode that says otherwise`
  }
  const judged = judgeAgain(transaction, outcome)
  if (transaction.outcome !== outcome || judged.outcome !== outcome) {
    return `confirmWith answered ${outcome} of a transaction that is not: ${judged.why}`
  }
  if (transactions.length === 0) return undefined
  const chosen = chooseTransaction(transactions, question)
  const isSame = chosen.judgement.outcome === outcome && (!chosen.isPaidTwice || isPaidTwice === true)
  return isSame ? undefined : `confirmWith answered ${outcome} of transactions that come to something else`
}

function judgeAgain(transaction: Transaction, outcome: TransactionAnswer['outcome']): Judgement {
  const { status, transactionType, amount, amountMinor, ...signs } = transaction
  return judgeTransaction({
    ...signs,
    words: [status ?? outcome],
    isDoubtful: false,
    code: null,
    isSuccessful: null,
    type: transactionType,
    // Nothing is told as an amount that nobody knows.
    total: { amount, amountMinor: amountMinor || null },
  })
}

const texts = [
  ...(['status', 'clientReference', 'checkoutId', 'invoiceToken', 'transactionId', 'networkTransactionId'] as const),
  ...(['currencyCode', 'customerPhone', 'customerPhoneInternational', 'transactionType'] as const),
  ...(['relatedTransactionId', 'relatedTransactionType'] as const),
]
const flags = ['isPaidTwice', 'isAnotherPending'] as const
const moneys = ['fee', 'refunded', 'disputed'] as const
const wholeHundredths = 'a whole number of hundredths, 0 or more, or null'

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isTime(value: unknown): boolean {
  return value === null || (value instanceof Date && !Number.isNaN(value.getTime()))
}

function isStep(step: unknown): boolean {
  return isRecord(step) && isTime(step.at) && (step.status === null || typeof step.status === 'string')
}

function isMinor(value: unknown): boolean {
  return value === null || (Number.isSafeInteger(value) && Number(value) >= 0)
}

function wrong(name: string, wanted: string): string {
  return `confirmWith answered with ${name} that is not ${wanted}: transactionAnswer(…) of …/testing makes a whole answer`
}
