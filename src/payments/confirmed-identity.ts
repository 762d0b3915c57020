import { inOneSpelling } from '../pushes/identifier-form.ts'
import { identifyPayment } from '../pushes/payment-identity.ts'
import type { Identity } from '../pushes/push-kind.ts'
import { addressKey } from '../pushes/signed-address.ts'
import { paymentOfUssd, type UssdPaymentEvent, ussdPayment } from '../pushes/ussd-payment.ts'
import { type ConfirmableEvent, questionOf } from './question-of.ts'

/**
 * Which payment it is where the service is asked: by what the service answers about. A CheckoutId is no such thing
 * (records of reference 2.4 have none), so who pushes could put another beside a reference that is paid, and have it
 * paid twice.
 */
export function identifyConfirmed(event: ConfirmableEvent): Identity {
  if (event.kind === 'ussdPayment') return identifyUssdPayment(event)
  const { clientReference, checkoutId } = event
  return identifyPayment(
    event,
    clientReference === null
      ? checkoutId && `checkoutId:${inOneSpelling(checkoutId)}`
      : `clientReference:${clientReference}`,
  )
}

/**
 * A payment that is told at an address of ours is told there, whatever was posted of it elsewhere: its own notice must not
 * be taken for a repeat of what somebody posted to another address. That it counts once is seen to when it is confirmed.
 */
function identifyUssdPayment(event: UssdPaymentEvent): Identity {
  const { signed, confirmation } = event
  if (confirmation === null && questionOf(event) === undefined) return ussdPayment.identify(event)
  const known = identifyPayment(event, paymentOfUssd(event))
  return signed === null ? known : { ...known, identity: `${known.identity}@${addressKey(signed)}` }
}
