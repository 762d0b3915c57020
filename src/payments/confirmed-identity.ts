import type { CheckoutEvent } from '../pushes/checkout.ts'
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
  const known = identifyPayment(
    event,
    clientReference === null
      ? checkoutId && `checkoutId:${inOneSpelling(checkoutId)}`
      : `clientReference:${clientReference}`,
    ...claimedMoney(event),
  )
  return isSecond(event) ? { ...known, identity: `${known.identity}|paidTwice` } : known
}

/**
 * Which money a callback claims to tell of. Another one under the same reference may be that of a second payment: it is no
 * repeat, and the service is asked. What the service said has no need of it.
 */
function claimedMoney({ checkoutId, transactionId, confirmation }: CheckoutEvent): string[] {
  const claimed = [checkoutId, confirmation === null ? transactionId : null]
  return claimed.flatMap((identifier) => (identifier === null ? [] : [inOneSpelling(identifier)]))
}

/** Whether it tells of a second payment after the first was told. */
function isSecond({ outcome, needsReview, confirmation }: CheckoutEvent): boolean {
  return outcome === 'undetermined' && confirmation?.says === 'paid' && needsReview[0] === 'paidTwice'
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
