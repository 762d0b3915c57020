import type { Evidence, Outcome } from '../../pushes/money/outcome.ts'

/**
 * Names a transaction by at least one of the service's four identifiers (reference 4.2). Give `clientReference`
 * whenever you have it, because the service's records carry it. A record without what you asked for doesn't count as
 * yours.
 *
 * @example
 * const question: TransactionQuestion = { clientReference: 'order-17' }
 */
export interface TransactionQuestion {
  /** Your reference, as you gave it when you asked for the payment. */
  readonly clientReference?: string | undefined
  /** Of the invoice, as `checkout.create` gave it. */
  readonly checkoutId?: string | undefined
  /** Of the mobile money provider. */
  readonly networkTransactionId?: string | undefined
  /** The service's own: `TransactionId` of its records. */
  readonly serviceTransactionId?: string | undefined
  /** The account, if the path names it. Default: the client's own. */
  readonly merchantAccountNumber?: string | undefined
}

/**
 * What the service knows of a transaction.
 *
 * `outcome` is `paid`, `failed` or `cancelled` only if a record of yours says so and nothing contradicts it. A customer
 * may try again: one success is `paid`, whatever happened to other tries. The response code `0000` only says that the
 * service answered the question.
 *
 * @example
 * ```ts
 * const { outcome, why, transaction } = await client.transactions.status({ clientReference: 'order-17' })
 * if (outcome === 'paid') await settle('order-17', transaction?.amountMinor)
 * if (outcome === 'undetermined') app.log.warn(why)
 * ```
 */
export interface TransactionAnswer {
  readonly outcome: Outcome
  /** The reason for the outcome, in words for a log. */
  readonly why: string
  /** Always `confirmed`: the service was asked. */
  readonly evidence: Extract<Evidence, 'confirmed'>
  /**
   * The record of your payment; of several tries, the one that decides. Null if there is none, or if several disagree.
   */
  readonly transaction: Transaction | null
  /**
   * Whether more than one record says paid, and no identifier shows that they are the same: the customer may have paid
   * twice.
   */
  readonly isPaidTwice?: boolean | undefined
  /** Whether one record says paid, and another is still pending: a second payment may come. Left out where none is. */
  readonly isAnotherPending?: boolean | undefined
  /** How many payments those are, and their sum: they may be one in parts. Left out where only one is certain. */
  readonly payments?: { readonly count: number; readonly amountMinor: number | null } | undefined
  /** Every record that came. */
  readonly transactions: readonly Transaction[]
  /** Four digits. Null if the answer had none. */
  readonly responseCode: string | null
  /** Oddities of the answer that the client accepted, in words for a log. */
  readonly notes: readonly string[]
  /** The answer as it came. */
  readonly raw: unknown
}

/**
 * One record of a transaction (reference 2.4, and the other shape of the field notes). A missing field is null.
 *
 * @example
 * const keeps = ({ amountMinor, refunded }: Transaction) => (amountMinor ?? 0) - (refunded.amountMinor ?? 0)
 */
export interface Transaction {
  /** What this record says by itself. */
  readonly outcome: Outcome
  readonly why: string
  /** The status word as it came: `Settled`, `Unpaid`. */
  readonly status: string | null
  /** When the transaction began. */
  readonly startedAt: Date | null
  /** The service's own identifier. */
  readonly transactionId: string | null
  /** The identifier of the mobile money provider. */
  readonly networkTransactionId: string | null
  /** Of the invoice; records of reference 2.4 have none. */
  readonly checkoutId: string | null
  /** Of the invoice, in records of reference 2.4: it may be the `checkoutId`, or another identifier. */
  readonly invoiceToken: string | null
  /** Your reference, as you gave it when you asked for the payment. */
  readonly clientReference: string | null
  /** As it came: `RECEIVE-MONEY`. */
  readonly transactionType: string | null
  /** Types that are money in by `paymentTypes` of the client, as they are compared. Left out where none is set. */
  readonly paymentTypes?: readonly string[]
  /** As it came: `MOBILE-MONEY`. */
  readonly paymentMethod: string | null
  /** Of the country, as it came. */
  readonly countryCode: string | null
  /** Three letters as they came: `GHS`. Where there is no `CurrencyCode`, of `Currency` or a name that ends so. */
  readonly currencyCode: string | null
  /** What was paid, before the service takes its fee. Major currency units. */
  readonly amount: number | null
  /** The same in hundredths, a whole number. */
  readonly amountMinor: number | null
  /** What the service keeps of it. */
  readonly fee: Money
  /** The amount less the fee. */
  readonly afterFees: Money
  /** How much of it went back so far, also in records of their own. */
  readonly refunded: Money
  /** Whether it is disputed. Null if the record doesn't say. */
  readonly isDisputed: boolean | null
  /** How much of it is disputed. */
  readonly disputed: Money
  /** The fee of what is disputed. */
  readonly disputedFee: Money
  /** The payer's number as it was sent. */
  readonly customerPhone: string | null
  /** `+` and digits where that is certain, else null. */
  readonly customerPhoneInternational: string | null
  /** The name of the mobile channel, as it came. */
  readonly channel: string | null
  /** Of a card alone. */
  readonly cardScheme: string | null
  /** Of a card alone, as the service shows it. */
  readonly cardNumber: string | null
  /** Another transaction that belongs to it. */
  readonly relatedTransactionId: string | null
  /** What that one is, as it came. */
  readonly relatedTransactionType: string | null
  /** The transaction that it is about, where it names one as its original: it is no payment of its own then. */
  readonly originalTransactionId: string | null
  /** As the other shape of records says it; null where it is not said. */
  readonly isFulfilled: boolean | null
  /** As it was sent: newest first. A step that cannot be read has null for what it says. */
  readonly history: readonly TransactionStep[]
}

/**
 * An amount of money in both forms, null where none came.
 *
 * @example
 * const inWords = ({ amount }: Money) => (amount === null ? 'not told' : amount.toFixed(2))
 */
export interface Money {
  /** Major currency units. */
  readonly amount: number | null
  /** The same in hundredths, a whole number. Compare and add with this one. */
  readonly amountMinor: number | null
}

/**
 * One step in a transaction's history.
 *
 * @example
 * const inWords = ({ at, status }: TransactionStep) => `${at?.toISOString() ?? 'once'}: ${status}`
 */
export interface TransactionStep {
  readonly at: Date | null
  readonly status: string | null
}
