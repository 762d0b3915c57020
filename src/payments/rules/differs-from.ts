import { compareIdentifiers } from '../../client/transactions/same-transaction.ts'
import type { Confirmation } from '../../pushes/money/confirmation.ts'
import type { PaymentFacts } from '../../pushes/money/payment-event.ts'
import { addressKey } from '../../pushes/money/signed-address.ts'
import { lastDigits } from './callback-signer.ts'
import { isUnpaid } from './judge-answer.ts'
import { type ConfirmableEvent, claimedCheckoutId } from './question-of.ts'

/** What is compared of a payment. */
export type Said = Pick<
  Confirmation,
  'amountMinor' | 'currencyCode' | 'customerPhone' | 'checkoutId' | 'transactionId' | 'networkTransactionId'
>

/** Whether a notice says otherwise than the service did of its payment. Of what one of the two leaves out, neither does. */
export function differsFrom(event: ConfirmableEvent, said: Said): boolean {
  const own = saidBy(event)
  return (
    isOther(own.amountMinor, said.amountMinor) ||
    isOther(own.currencyCode, said.currencyCode) ||
    isOther(digitsOf(own.customerPhone), digitsOf(said.customerPhone)) ||
    compareIdentifiers(own.checkoutId, said.checkoutId) === false ||
    compareIdentifiers(own.transactionId, said.transactionId) === false ||
    compareIdentifiers(own.networkTransactionId, said.networkTransactionId) === false
  )
}

/** The same of two pushes: also of their references. */
export function differFrom(event: ConfirmableEvent, other: ConfirmableEvent): boolean {
  return isOther(event.clientReference, other.clientReference) || differsFrom(event, saidBy(other))
}

/** Whether a push counts money that was paid otherwise than the service, or doesn't count it. */
export function countsOtherwise(
  { amountMinor, currency }: ConfirmableEvent,
  said: Pick<Confirmation, 'says' | 'amountMinor' | 'currencyCode'>,
): boolean {
  if (said.says !== 'paid') return false
  const isOtherAmount = said.amountMinor !== null && amountMinor !== said.amountMinor
  return isOtherAmount || isOther(currency, said.currencyCode?.trim().toUpperCase() ?? null)
}

/** Whether two pushes may be of one money by what they call it: one that gives it no name may be of any. */
export function mayShareMoney(event: ConfirmableEvent, other: ConfirmableEvent): boolean {
  const [own, said] = [saidBy(event), saidBy(other)]
  const isNamed = ({ checkoutId, transactionId, networkTransactionId }: Said) =>
    checkoutId !== null || transactionId !== null || networkTransactionId !== null
  if (!isNamed(own) || !isNamed(said)) return true
  return (
    compareIdentifiers(own.checkoutId, said.checkoutId) === true ||
    compareIdentifiers(own.transactionId, said.transactionId) === true ||
    compareIdentifiers(own.networkTransactionId, said.networkTransactionId) === true
  )
}

/** Whether two notices of a payment name other money: another invoice or order, or another transaction. */
export function isOtherMoney(one: PaymentFacts, other: PaymentFacts): boolean {
  return (
    compareIdentifiers(one.paymentId, other.paymentId) === false ||
    compareIdentifiers(transactionOf(one), transactionOf(other)) === false
  )
}

function transactionOf(event: PaymentFacts): string | null {
  return 'transactionId' in event && typeof event.transactionId === 'string' ? event.transactionId : null
}

/** Whether a push says something of its payment that none of others does, as far as pushes are compared. */
export function addsTo(event: ConfirmableEvent, others: readonly ConfirmableEvent[]): boolean {
  const known = new Set(others.flatMap(namesOf))
  return namesOf(event).some((name) => !known.has(name))
}

/** The names of what a push says. */
function namesOf(event: ConfirmableEvent): string[] {
  const { customerPhone, ...said } = saidBy(event)
  const all = { ...said, customerPhone: digitsOf(customerPhone), clientReference: event.clientReference }
  return Object.entries(all).flatMap(([name, value]) => (value === null ? [] : name))
}

/** Whether an end counts against a notice: against one at its own address only what came there, or the service's word. */
export function countsAgainst(told: PaymentFacts, { evidence, signed }: PaymentFacts): boolean {
  if (evidence !== 'signed' || signed === null || told.confirmation !== null) return true
  return isAtItsAddress(told) && told.signed !== null && addressKey(told.signed) === addressKey(signed)
}

/** Whether a notice came to a signed address, and names no other payment: what is odd about its amount is no matter. */
export function isAtItsAddress({ signed, needsReview, clientReference }: PaymentFacts): boolean {
  return signed !== null && (clientReference === null || !needsReview.includes('otherReference'))
}

function saidBy(event: ConfirmableEvent): Said {
  const { outcome, amountMinor, currency, customerPhone, transactionId, externalTransactionId } = event
  return {
    // Failures carry an amount of 0, whatever was to be paid.
    amountMinor: isUnpaid(outcome) ? null : amountMinor,
    currencyCode: currency,
    customerPhone,
    checkoutId: claimedCheckoutId(event),
    transactionId,
    networkTransactionId: externalTransactionId,
  }
}

function isOther<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other
}

/** Null for what is no whole number, as one that is masked. */
function digitsOf(phone: string | null): string | null {
  return (phone && lastDigits(phone)) ?? null
}
