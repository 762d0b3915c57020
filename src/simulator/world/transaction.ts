/** One try of a customer to pay a bill, as the service knows it (reference 2.4). */
export interface Transaction {
  /** TransactionId: the service's. */
  readonly id: string
  /** NetworkTransactionId: the mobile money provider's. */
  readonly networkId: string
  readonly billId: string
  readonly clientReference: string | null
  /** Epoch ms. */
  readonly startedAt: number
  readonly method: PaymentMethod
  /** Who paid; null for a card. */
  readonly mobile: string | null
  /** What really went from the customer to the merchant, in major currency units: 0 while it is pending, or failed. */
  paid: number
  /** What was to be paid. */
  readonly amount: number
  /** Steps of the cycle, the oldest first: Pending, Success, Settled (reference 3.1), or Failed, Cancelled, Refunded. */
  readonly cycle: CycleStep[]
  /** The code of the result (reference 7.1); null while there is none. */
  code: string | null
  refunded: number
  disputed: number
  /** The transaction that gave money back, once one did (reference 2.4, RelatedTransactionId); missing in older states. */
  refundId?: string
}

/** A way to pay (reference 1). */
export type PaymentMethod = 'mobile money' | 'card' | 'qr' | 'wallet'

/** One step in the history of a transaction. */
export interface CycleStep {
  /** Epoch ms. */
  readonly at: number
  readonly status: TransactionStatus
}

/** Where a transaction stands now. */
export function statusOf({ cycle }: Transaction): TransactionStatus {
  return cycle.at(-1)?.status ?? 'Pending'
}

/** The words of a transaction's status: those of reference 3.1, and of the field notes. */
export type TransactionStatus = 'Pending' | 'Success' | 'Settled' | 'Failed' | 'Cancelled' | 'Refunded'
