import type { CallOptions } from '../client/client-options.ts'
import type { TransactionAnswer, TransactionQuestion } from '../client/transactions/transaction.ts'

/**
 * Whoever can be asked what became of a payment: a `MerchantClient`, or a stand-in for it in a test.
 *
 * @example
 * const confirmWith: PaymentConfirmer = { transactions: { status: async () => answerOfATest } }
 */
export interface PaymentConfirmer {
  readonly transactions: {
    /** Nothing is known when it rejects. */
    status(question: TransactionQuestion, options?: CallOptions): Promise<TransactionAnswer>
    /** Is called at boot, to throw what `status` would throw whenever it is asked a question of this form. It gives no promise. */
    checkSettings?(question?: TransactionQuestion): void
  }
}

/** What it said, or why it said nothing. */
export type Told =
  | { readonly answer: TransactionAnswer; readonly problem?: undefined }
  | { readonly answer?: undefined; readonly problem: string }
