import { describeCode } from '../../../catalogue/describe-code.ts'
import { statusOf, type Transaction } from '../../world/transaction.ts'

/** What a notice says of a payment, in the words of a checkout callback. */
export interface OutcomeWords {
  readonly code: string
  /** Of the payment: `Success`, `Failed`, `Cancelled`, `Refunded`, `Pending`. */
  readonly status: string
  /** Of the envelope. */
  readonly envelope: 'Success' | 'Failed' | 'Pending'
  readonly description: string
  /** 0 unless money came. */
  readonly amount: number
}

/** A payment that settled is a success to the application; an outcome that nobody knows is called a failure all the same. */
export function outcomeWordsOf(transaction: Transaction): OutcomeWords {
  const code = transaction.code ?? '0005'
  const status = statusOf(transaction)
  if (status === 'Success' || status === 'Settled' || status === 'Refunded') {
    const word = status === 'Refunded' ? status : 'Success'
    return { code, status: word, envelope: 'Success', description: 'The payment was made', amount: transaction.paid }
  }
  const description = status === 'Cancelled' ? 'The customer cancelled' : (describeCode(code)?.meaning ?? 'It failed')
  if (code === '0002') return { code, status: 'Pending', envelope: 'Pending', description, amount: transaction.amount }
  return { code, status: status === 'Pending' ? 'Failed' : status, envelope: 'Failed', description, amount: 0 }
}
