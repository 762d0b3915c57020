import type { Source } from './payment-codes.ts'

/**
 * The words a transaction's status has been seen with: reference 3.1, and the field notes' words, marked.
 * The list is open: the reference shows samples, so an unknown word is no error.
 *
 * @example
 * ```ts
 * transactionStatuses.map((row) => row.status) // ['Pending', 'Success', 'Settled', 'Paid', …]
 * ```
 */
export const transactionStatuses: readonly TransactionStatus[] = [
  { status: 'Pending', step: 1, section: '3.1', source: 'reference' },
  { status: 'Success', step: 2, section: '3.1', source: 'reference' },
  { status: 'Settled', step: 3, section: '3.1', source: 'reference' },
  { status: 'Paid', section: 'Payloads, transaction status', source: 'field notes' },
  { status: 'Unpaid', section: 'Payloads, transaction status', source: 'field notes' },
  { status: 'Refunded', section: 'Payloads, transaction status', source: 'field notes' },
]

/**
 * One status word of a transaction.
 *
 * @example
 * ```ts
 * const row: TransactionStatus | undefined = transactionStatuses.find(({ status }) => status === 'Settled')
 * row?.step // 3
 * ```
 */
export interface TransactionStatus {
  readonly status: string
  /**
   * Its place, from 1, in the one history the reference shows (oldest first; the service itself sends
   * histories newest first). Absent where no order is known. The order is a sample, not a rule.
   */
  readonly step?: number
  /** Section of the reference, or row of the field notes. */
  readonly section: string
  readonly source: Source
}
