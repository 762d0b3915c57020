import type { TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { CheckoutEvent } from '../../pushes/checkout.ts'
import type { UssdPaymentEvent } from '../../pushes/ussd-payment.ts'

/** An event whose payment the service can be asked about; a fulfilment notice has none of the identifiers (4.2). */
export type ConfirmableEvent = CheckoutEvent | UssdPaymentEvent

/**
 * What the service is asked about the payment of a push; undefined where the push names nothing to ask by. It is asked by
 * one identifier, the one by which the payment is known here: any other may be whatever its sender wrote, and a question
 * with a wrong one beside the right one has no answer.
 */
export function questionOf(event: ConfirmableEvent): TransactionQuestion | undefined {
  if (event.kind === 'checkout') {
    const reference = event.clientReference ?? event.signed?.reference ?? null
    return asked('clientReference', reference) ?? asked('checkoutId', event.checkoutId)
  }
  // Not by its reference: that is the service's own, and with a merchant's it would be another payment (field notes). So what is
  // expected under a reference is a checkout.
  return (
    asked('serviceTransactionId', event.transactionId) ?? asked('networkTransactionId', event.externalTransactionId)
  )
}

/** What a push calls its invoice; null where it is of a kind that has none. */
export function claimedCheckoutId(event: ConfirmableEvent): string | null {
  return event.kind === 'checkout' ? event.checkoutId : null
}

function asked(name: keyof TransactionQuestion, value: string | null): TransactionQuestion | undefined {
  return value === null ? undefined : { [name]: value }
}
