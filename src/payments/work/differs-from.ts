import { compareIdentifiers } from '../../client/transactions/same-transaction.ts'
import type { Confirmation } from '../../pushes/money/confirmation.ts'
import { lastDigits } from '../rules/callback-signer.ts'
import { isUnpaid } from '../rules/judge-answer.ts'
import { type ConfirmableEvent, claimedCheckoutId } from '../rules/question-of.ts'

/** What is compared of a payment. */
export type Said = Pick<
  Confirmation,
  'amountMinor' | 'currencyCode' | 'customerPhone' | 'checkoutId' | 'transactionId' | 'networkTransactionId'
>

/** Whether a notice says otherwise than the service did of its payment. Of what one of the two leaves out, neither does. */
export function differsFrom(event: ConfirmableEvent, said: Said): boolean {
  const { outcome, amountMinor, currency, customerPhone, transactionId, externalTransactionId } = event
  // Failures carry an amount of 0, whatever was to be paid.
  const amount = isUnpaid(outcome) ? null : amountMinor
  return (
    isOther(amount, said.amountMinor) ||
    isOther(currency, said.currencyCode) ||
    isOther(digitsOf(customerPhone), digitsOf(said.customerPhone)) ||
    compareIdentifiers(claimedCheckoutId(event), said.checkoutId) === false ||
    compareIdentifiers(transactionId, said.transactionId) === false ||
    compareIdentifiers(externalTransactionId, said.networkTransactionId) === false
  )
}

/** The same of two pushes: also of their references. */
export function differFrom(event: ConfirmableEvent, other: ConfirmableEvent): boolean {
  const { amountMinor, currency: currencyCode, customerPhone, transactionId, externalTransactionId } = other
  const claimed = { checkoutId: claimedCheckoutId(other), transactionId, networkTransactionId: externalTransactionId }
  const said = { amountMinor: isUnpaid(other.outcome) ? null : amountMinor, currencyCode, customerPhone, ...claimed }
  return isOther(event.clientReference, other.clientReference) || differsFrom(event, said)
}

function isOther<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other
}

/** Null for what is no whole number, as one that is masked. */
function digitsOf(phone: string | null): string | null {
  return (phone && lastDigits(phone)) ?? null
}
