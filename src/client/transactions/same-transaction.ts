import { withoutForm } from '../../pushes/reading/identifiers.ts'
import type { Transaction } from './transaction.ts'

type Identified = Pick<Transaction, 'transactionId' | 'networkTransactionId'>

/** Whether two records are of one movement of money; null where no identifier that both have says so. */
export function compareTransactions(one: Identified, other: Identified): boolean | null {
  return (
    compareIdentifiers(one.transactionId, other.transactionId) ??
    compareIdentifiers(one.networkTransactionId, other.networkTransactionId)
  )
}

/** Whether a record names another as the one that it belongs to. */
export function refersTo(record: Transaction, { transactionId, networkTransactionId }: Transaction): boolean {
  return linksOf(record).some((link) =>
    [transactionId, networkTransactionId].some((id) => compareIdentifiers(link, id) === true),
  )
}

/** What a record calls the transactions that it belongs to. An answer of somebody else's may leave a field out. */
export function linksOf({ relatedTransactionId, originalTransactionId }: Transaction): readonly string[] {
  return [relatedTransactionId, originalTransactionId].filter((link) => typeof link === 'string')
}

/** Whether two records are of one transaction, or one names the other. */
export function isTied(one: Transaction, other: Transaction): boolean {
  return compareTransactions(one, other) === true || refersTo(one, other) || refersTo(other, one)
}

/** Records of one movement of money, each of them once: the first. */
export function withoutRepeats(records: readonly Transaction[]): readonly Transaction[] {
  return records.filter((one, place) => !records.slice(0, place).some((other) => compareTransactions(one, other)))
}

/** Whether two identifiers of the service are one, in any spelling; null where one of them is not there. */
export function compareIdentifiers(one: string | null | undefined, other: string | null): boolean | null {
  return one === undefined || one === null || other === null ? null : withoutForm(one) === withoutForm(other)
}
