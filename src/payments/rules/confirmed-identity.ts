import { type CheckoutEvent, checkout } from '../../pushes/checkout.ts'
import { identifyPayment } from '../../pushes/money/payment-identity.ts'
import { addressKey, addressTerms } from '../../pushes/money/signed-address.ts'
import type { Identity } from '../../pushes/push-kind.ts'
import { digest, inOneSpelling } from '../../pushes/reading/identifiers.ts'
import { paymentOfUssd, type UssdPaymentEvent, ussdPayment } from '../../pushes/ussd-payment.ts'
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
  const news = newsOf(event)
  return news === undefined ? known : { ...known, identity: `${known.identity}|${news}` }
}

/**
 * The same where pushes are told as they come, and what never comes is asked for. A signed notice is known by its address: whoever
 * posts it unsigned before does not keep it from being told. What is told at the address of a USSD payment is told one after the
 * other, whichever money it is: another try of that may have been paid.
 */
export function identifyUnasked(event: ConfirmableEvent): Identity {
  if (event.confirmation !== null) return inLineAtItsAddress(event, identifyConfirmed(event))
  const unsigned = identifyConfirmed({ ...event, signed: null })
  if (event.evidence !== 'signed') {
    const { fingerprint } = unsigned
    return event.currency === null ? unsigned : { ...unsigned, fingerprint: digest([fingerprint, event.currency]) }
  }
  return event.kind === 'checkout' ? { ...checkout.identify(event), lane: unsigned.lane } : ussdPayment.identify(event)
}

function inLineAtItsAddress({ kind, signed }: ConfirmableEvent, known: Identity): Identity {
  return kind === 'checkout' || signed === null ? known : { ...known, lane: addressKey(signed) }
}

/**
 * Which money a callback claims to tell of, and what its address was signed for. Another one under the same reference may be
 * that of a second payment, and what came unsigned or to another address was not held against this one: it is no repeat, and
 * the service is asked. What the service said has no need of it.
 */
function claimedMoney({ checkoutId, transactionId, confirmation, signed }: CheckoutEvent): string[] {
  const claimed = [checkoutId, confirmation === null ? transactionId : null]
  const money = claimed.flatMap((identifier) => (identifier === null ? [] : [inOneSpelling(identifier)]))
  return confirmation === null && signed !== null ? [...money, `@${addressTerms(signed)}`] : money
}

/** What makes it news after a result was told: a second payment, or terms that the result was not held against. */
function newsOf({ outcome, needsReview: [reason], confirmation, signed }: CheckoutEvent): string | undefined {
  if (outcome !== 'undetermined' || confirmation === null) return undefined
  if (reason === 'paidTwice' && confirmation.says === 'paid') return reason
  return reason === 'contradicted' && signed !== null ? `${reason}@${addressTerms(signed)}` : undefined
}

/**
 * A payment that is told at an address of ours is told there, whatever was posted of it elsewhere: its own notice must not
 * be taken for a repeat of what somebody posted to another address. That it counts once is seen to when it is confirmed.
 */
function identifyUssdPayment(event: UssdPaymentEvent): Identity {
  const { signed, confirmation } = event
  if (confirmation === null && questionOf(event) === undefined) return ussdPayment.identify(event)
  const known = identifyPayment(event, paymentOfUssd(event))
  if (signed === null) return known
  // What nobody knows is told once at an address, whatever its notices call the money.
  const isUnknown = confirmation !== null && event.needsReview[0] === 'givenUp'
  const payment = isUnknown ? 'undetermined|givenUp' : known.identity
  return { ...known, identity: `${payment}@${addressKey(signed)}` }
}
