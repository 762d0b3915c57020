import type { Evidence, Outcome } from '../../pushes/money/outcome.ts'

/**
 * Which transaction is meant, by at least one of the service's four identifiers (reference 4.2). Give
 * `clientReference` wherever you have it: the records of the service carry it, and no record is taken for yours that
 * does not carry what you asked for.
 *
 * @example
 * const question: TransactionQuestion = { clientReference: 'order-17' }
 */
export interface TransactionQuestion {
  /** Yours, as you gave it when you asked for the payment. */
  readonly clientReference?: string | undefined
  /** Of the invoice, as `checkout.create` gave it. */
  readonly checkoutId?: string | undefined
  /** Of the mobile money provider. */
  readonly networkTransactionId?: string | undefined
  /** The service's own: `TransactionId` of its records. */
  readonly serviceTransactionId?: string | undefined
  /** Where the path names it, and it is not the client's own. */
  readonly merchantAccountNumber?: string | undefined
}

/**
 * What the service knows of a transaction.
 *
 * `outcome` is `paid`, `failed` or `cancelled` only where a record is one that was asked for, says so, and nothing
 * contradicts it. A customer may try again: one success is `paid`, whatever other tries came to. The response code `0000` says that the question was answered, and nothing of the money.
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
  /** Why it is what it is, in words for a log. */
  readonly why: string
  /** Always `confirmed`: the service was asked. */
  readonly evidence: Extract<Evidence, 'confirmed'>
  /** The record that was asked for: of several tries the one that decides. Null where there is none, or several disagree. */
  readonly transaction: Transaction | null
  /** Whether more than one record of it says paid, and no identifier shows that they are one: the customer may have paid twice. */
  readonly isPaidTwice?: boolean | undefined
  /** Every record that came. */
  readonly transactions: readonly Transaction[]
  /** Four digits; null where the answer had none. */
  readonly responseCode: string | null
  /** What was odd about the answer and was taken all the same, in words for a log. */
  readonly notes: readonly string[]
  /** The answer as it came. */
  readonly raw: unknown
}

/**
 * One record of a transaction (reference 2.4, and the other shape of the field notes). What did not come is null.
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
  /** Yours, as you gave it when you asked for the payment. */
  readonly clientReference: string | null
  /** As it came: `RECEIVE-MONEY`. */
  readonly transactionType: string | null
  /** As it came: `MOBILE-MONEY`. */
  readonly paymentMethod: string | null
  /** Of the country, as it came. */
  readonly countryCode: string | null
  /** Three letters as they came: `GHS`. */
  readonly currencyCode: string | null
  /** What was paid, before the fee is taken off. Major currency units. */
  readonly amount: number | null
  /** The same in hundredths, a whole number. */
  readonly amountMinor: number | null
  /** What the service keeps of it. */
  readonly fee: Money
  /** The amount less the fee. */
  readonly afterFees: Money
  /** How much of it went back so far, also by records of their own; all of it where that is the amount. */
  readonly refunded: Money
  /** Whether it is disputed; null where the record does not say. */
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
  /** The same in hundredths, a whole number: what to compare and to add up. */
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
