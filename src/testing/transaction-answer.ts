import type { Money, Transaction, TransactionAnswer } from '../client/transactions/transaction.ts'
import { toMinor } from '../pushes/minor-units.ts'
import type { Outcome } from '../pushes/outcome.ts'
import { checkAnswerOptions } from './check-answer-options.ts'

/**
 * What the service is to say of a payment.
 *
 * @example
 * const options: TransactionAnswerOptions = { outcome: 'failed', clientReference: 'order-1' }
 */
export interface TransactionAnswerOptions {
  readonly outcome: Outcome
  /** In words, as logs and events show it; `a test says so` unless it is given. */
  readonly why?: string | undefined
  /** Yours, as it was asked for. */
  readonly clientReference?: string | undefined
  readonly checkoutId?: string | undefined
  /** The service's own: `serviceTransactionId` of the question. */
  readonly transactionId?: string | undefined
  readonly networkTransactionId?: string | undefined
  /** What was paid, in major currency units. */
  readonly amount?: number | undefined
  /** Three letters: `GHS`. */
  readonly currency?: string | undefined
  /** When it began; now unless it is given. A USSD payment must not be older than the address that tells of it. */
  readonly startedAt?: Date | undefined
}

/**
 * A whole answer to what became of a payment, for a stand-in that an application asks in a test (`confirmWith`). It has
 * one record of what is given, which began now, and null for all else; it has none where nothing but `outcome` and `why` is given, as of a
 * payment that the service does not know.
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
    isFulfilled: null,
    history: [],
  }
}

const none: Money = { amount: null, amountMinor: null }
