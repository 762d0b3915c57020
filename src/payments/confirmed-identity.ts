import { identifyPayment } from '../pushes/payment-identity.ts'
import type { Identity } from '../pushes/push-kind.ts'
import { ussdPayment } from '../pushes/ussd-payment.ts'
import type { ConfirmableEvent } from './question-of.ts'

/**
 * Which payment it is where the service is asked: by what the service answers about. A CheckoutId is no such thing
 * (records of reference 2.4 have none), so who pushes could put another beside a reference that is paid, and have it
 * paid twice.
 */
export function identifyConfirmed(event: ConfirmableEvent): Identity {
  if (event.kind === 'ussdPayment') return ussdPayment.identify(event)
  const { clientReference, checkoutId } = event
  return identifyPayment(
    event,
    clientReference === null ? checkoutId && `checkoutId:${checkoutId}` : `clientReference:${clientReference}`,
  )
}
