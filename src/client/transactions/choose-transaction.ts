import { withoutForm } from '../../pushes/identifier-form.ts'
import type { Judgement } from '../../pushes/outcome.ts'
import { undetermined } from '../../pushes/outcome.ts'
import type { Transaction, TransactionQuestion } from './transaction.ts'

/** Which record was asked for, and what to say where there is none or are several. */
export interface Choice {
  readonly transaction: Transaction | null
  readonly judgement: Judgement
}

/**
 * Chooses the record that was asked for by its identifiers. One that carries another value under an identifier of the
 * question is somebody else's; one that carries none of them may be, so it is not taken either.
 */
export function chooseTransaction(records: readonly Transaction[], question: TransactionQuestion): Choice {
  if (records.length === 0) return none('the service has no record of it')
  const [first, ...others] = records.filter((record) => isAskedFor(record, question))
  if (first === undefined) return none('no record carries what was asked for; give clientReference too')
  if (others.some((other) => !agrees(first, other))) return none('there are several records, and they disagree')
  return { transaction: first, judgement: first }
}

function none(why: string): Choice {
  return { transaction: null, judgement: undetermined(why) }
}

function isAskedFor(record: Transaction, question: TransactionQuestion): boolean {
  const matches = [
    compare(question.clientReference, record.clientReference, asItIs),
    compare(question.serviceTransactionId, record.transactionId, withoutForm),
    compare(question.networkTransactionId, record.networkTransactionId, withoutForm),
    compareCheckout(question.checkoutId, record),
  ]
  return matches.includes(true) && !matches.includes(false)
}

/** Whether both are equal; null where one of them is not there. */
function compare(asked: string | undefined, found: string | null, form: (text: string) => string): boolean | null {
  return asked === undefined || found === null ? null : form(asked) === form(found)
}

/** Records of reference 2.4 have no CheckoutId. Their InvoiceToken may be it, so only an equal one says something. */
function compareCheckout(asked: string | undefined, record: Transaction): boolean | null {
  return compare(asked, record.checkoutId, withoutForm) ?? (compare(asked, record.invoiceToken, withoutForm) || null)
}

function asItIs(text: string): string {
  return text
}

function agrees(one: Transaction, other: Transaction): boolean {
  return (
    one.outcome === other.outcome &&
    one.amountMinor === other.amountMinor &&
    one.currencyCode === other.currencyCode &&
    one.refunded.amountMinor === other.refunded.amountMinor
  )
}
