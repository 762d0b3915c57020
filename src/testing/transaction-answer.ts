import type { Money, Transaction, TransactionAnswer } from '../client/transactions/transaction.ts'
import { hundredths, toMinor } from '../pushes/money/amount.ts'
import { type Outcome, statusWords } from '../pushes/money/outcome.ts'
import { onGrid } from '../replies/checks/amount.ts'
import { describeValue } from '../replies/checks/describe-value.ts'
import { meantWord } from '../text/nearest-word.ts'
import { FMW_TESTING_ANSWER } from './errors.ts'

/**
 * Options of `transactionAnswer`: what the service says of a payment.
 *
 * @example
 * const options: TransactionAnswerOptions = { outcome: 'failed', clientReference: 'order-1' }
 */
export interface TransactionAnswerOptions {
  readonly outcome: Outcome
  /** The reason, as logs and events show it. Default `a test says so`. */
  readonly why?: string | undefined
  /** Your reference, as the question has it. */
  readonly clientReference?: string | undefined
  readonly checkoutId?: string | undefined
  /** The service's own id: `serviceTransactionId` of the question. */
  readonly transactionId?: string | undefined
  readonly networkTransactionId?: string | undefined
  /** What was paid, in major currency units. */
  readonly amount?: number | undefined
  /** Three letters: `GHS`. */
  readonly currency?: string | undefined
  /** When the payment began. Default: now. A USSD payment must not be older than the address of its notice. */
  readonly startedAt?: Date | undefined
}

/**
 * Makes a whole answer of the transaction status, for `confirmWith` in a test. It has one record with what you give,
 * which began now, and null for the rest. With only `outcome` and `why`, it has no record, like a payment that the
 * service doesn't know.
 *
 * @throws FMW_TESTING_ANSWER
 * @example
 * const confirmWith: PaymentConfirmer = {
 *   transactions: {
 *     status: async ({ clientReference }) =>
 *       transactionAnswer({ outcome: 'paid', clientReference, amount: 5, currency: 'GHS' }),
 *   },
 * }
 * await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), confirmWith, payment })
 */
export function transactionAnswer(options: TransactionAnswerOptions): TransactionAnswer {
  checkAnswerOptions(options)
  const { outcome, why = 'a test says so', startedAt = new Date(), ...known } = options
  const hasRecord = Object.values(known).some((value) => value !== undefined)
  const transaction = hasRecord ? recordOf({ outcome, why, startedAt }, known) : null
  return {
    outcome,
    why,
    evidence: 'confirmed',
    transaction,
    transactions: transaction === null ? [] : [transaction],
    responseCode: '0000',
    notes: [],
    raw: null,
  }
}

type Known = Omit<TransactionAnswerOptions, keyof Said>
type Said = Pick<Transaction, 'outcome' | 'why' | 'startedAt'>

function recordOf(said: Said, { amount, currency, ...identifiers }: Known): Transaction {
  const { clientReference, checkoutId, transactionId, networkTransactionId } = identifiers
  return {
    ...said,
    status: null,
    transactionId: transactionId ?? null,
    networkTransactionId: networkTransactionId ?? null,
    checkoutId: checkoutId ?? null,
    invoiceToken: null,
    clientReference: clientReference ?? null,
    transactionType: null,
    paymentMethod: null,
    countryCode: null,
    currencyCode: currency ?? null,
    ...(amount === undefined ? none : { amount, amountMinor: toMinor(amount) }),
    fee: none,
    afterFees: none,
    refunded: none,
    isDisputed: null,
    disputed: none,
    disputedFee: none,
    customerPhone: null,
    customerPhoneInternational: null,
    channel: null,
    cardScheme: null,
    cardNumber: null,
    relatedTransactionId: null,
    relatedTransactionType: null,
    originalTransactionId: null,
    isFulfilled: null,
    history: [],
  }
}

const none: Money = { amount: null, amountMinor: null }

/**
 * Refuses what only JavaScript lets through: an answer of which nothing is read would be one that says something else.
 *
 * @throws FMW_TESTING_ANSWER
 */
export function checkAnswerOptions(given: TransactionAnswerOptions): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new FMW_TESTING_ANSWER(`wants an object such as { outcome: 'paid', amount: 5 }, not ${describeValue(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new FMW_TESTING_ANSWER(`has no option '${name}'${hint(name, names, likeNames)}`)
  }
  checkOutcome(given.outcome)
  checkAmount(given.amount)
  checkCurrency(given.currency)
  checkStart(given.startedAt)
}

function checkOutcome(outcome: unknown): void {
  if (outcomes.some((known) => known === outcome)) return
  const [shown, word] = typeof outcome === 'string' ? [`'${outcome}'`, outcome] : [describeValue(outcome), '']
  throw new FMW_TESTING_ANSWER(`wants an outcome, not ${shown}${hint(word, outcomes, likeOutcomes)}`)
}

function checkAmount(amount: unknown): void {
  if (amount === undefined || amount === 0 || onGrid(amount, hundredths) !== undefined) return
  const wanted = 'wants amount as a number from 0 with at most 2 decimals, in major currency units: 50.25'
  throw new FMW_TESTING_ANSWER(`${wanted}. It is ${describeValue(amount)}`)
}

function checkCurrency(currency: unknown): void {
  if (currency === undefined || (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) return
  throw new FMW_TESTING_ANSWER(`wants currency as three capital letters: GHS. It is ${describeValue(currency)}`)
}

function checkStart(startedAt: unknown): void {
  if (startedAt === undefined || (startedAt instanceof Date && !Number.isNaN(startedAt.getTime()))) return
  throw new FMW_TESTING_ANSWER(`wants startedAt as a Date. It is ${describeValue(startedAt)}`)
}

function hint(word: string, known: readonly string[], habits: ReadonlyMap<string, string>): string {
  const meant = meantWord(word, known, habits)
  return `${meant === undefined ? '' : `; '${meant}' may be meant`}. There are: ${known.join(', ')}`
}

const names = Object.keys({
  outcome: true,
  why: true,
  clientReference: true,
  checkoutId: true,
  transactionId: true,
  networkTransactionId: true,
  amount: true,
  currency: true,
  startedAt: true,
} satisfies Record<keyof TransactionAnswerOptions, true>)

const outcomes = Object.keys({
  paid: true,
  failed: true,
  cancelled: true,
  pending: true,
  refunded: true,
  undetermined: true,
} satisfies Record<Outcome, true>)

/** What events, questions and the service call them. */
const likeNames: ReadonlyMap<string, string> = new Map([
  ['reference', 'clientReference'],
  ['status', 'outcome'],
  ['reason', 'why'],
  ['servicetransactionid', 'transactionId'],
  ['currencycode', 'currency'],
  ['startdate', 'startedAt'],
  ['date', 'startedAt'],
])

/** The service's own words. */
const likeOutcomes: ReadonlyMap<string, string> = new Map(
  statusWords.flatMap(({ says, words }) => words.map((word) => [word, says] as const)),
)
