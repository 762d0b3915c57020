import type { CheckoutEvent } from './checkout.ts'
import type { UssdPaymentEvent } from './ussd-payment.ts'

/** Every session, reference and identifier that `doctor` makes begins so: an application can tell, and do nothing. */
export const doctorMark = 'doctor-'

/**
 * Whether it is a payment as `doctor` pushes it: of nothing, not paid, and of an invoice or a transaction that has its reference
 * too, as no true one has. The mark alone means nothing, because anybody can write it: a payment of money, or one that may be
 * paid, is what it is.
 */
export function isOfDoctor(event: CheckoutEvent | UssdPaymentEvent): boolean {
  const { outcome, amountMinor, clientReference } = event
  const own = event.kind === 'checkout' ? event.checkoutId : event.transactionId
  const isMarked = clientReference !== null && reference.test(clientReference) && own === clientReference
  return isMarked && outcome === 'failed' && amountMinor === 0
}

// With what `doctor` writes behind the mark.
const reference = /^doctor-[0-9a-f]{21}$/
