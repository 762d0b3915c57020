import type { CheckoutEvent } from './checkout.ts'
import type { UssdPaymentEvent } from './ussd-payment.ts'

/** Every session, reference and identifier that `doctor` makes begins so: an application can tell, and do nothing. */
export const doctorMark = 'doctor-'

/**
 * Whether it is a payment as `doctor` pushes it: of nothing, and not paid. The mark alone means nothing, because anybody can
 * write it: a payment of money, or one that may be paid, is what it is.
 */
export function isOfDoctor({ outcome, amountMinor, clientReference }: CheckoutEvent | UssdPaymentEvent): boolean {
  return outcome === 'failed' && amountMinor === 0 && clientReference?.startsWith(doctorMark) === true
}
