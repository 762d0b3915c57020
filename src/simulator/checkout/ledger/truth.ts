import { type Bill, statusOf, type Transaction, type TransactionStatus } from '../../world/world.ts'
import { toHundredths } from '../bills/amount.ts'

/** What truly became of a bill. */
export interface Truth {
  /** What customers paid, whatever went back later. */
  readonly paid: number
  readonly refunded: number
  /** Of each payment that came. */
  readonly payments: readonly { readonly amount: number; readonly at: number }[]
  /** How the tries that brought no money ended. */
  readonly unpaid: readonly TransactionStatus[]
}

export function truthOf(bill: Bill, transactions: ReadonlyMap<string, Transaction>): Truth {
  const tries = bill.transactions.map((id) => transactions.get(id)).filter((one) => one !== undefined)
  const payments = tries.filter(({ paid }) => paid > 0)
  return {
    paid: toHundredths(payments.reduce((sum, { paid }) => sum + paid, 0)),
    refunded: toHundredths(payments.reduce((sum, { refunded }) => sum + refunded, 0)),
    payments: payments.map(({ paid, cycle, startedAt }) => ({
      amount: paid,
      at: cycle.find(({ status }) => status === 'Success')?.at ?? startedAt,
    })),
    unpaid: tries.filter(({ paid }) => paid === 0).map(statusOf),
  }
}
