import type { PushEvent } from '../pushes/event.ts'
import { toMajor } from '../pushes/minor-units.ts'
import type { PaymentFacts } from '../pushes/payment-event.ts'

/** What the service said of a payment, in a line for people; undefined where it was not asked. */
export function noteOf(event: PushEvent): string | undefined {
  if (!isPayment(event) || event.confirmation === null) return undefined
  const { says, status, amountMinor, currencyCode } = event.confirmation
  const word = status === null ? '' : ` (${status})`
  const amount = amountMinor === null ? '' : `, ${toMajor(amountMinor).toFixed(2)}`
  const currency = currencyCode === null ? '' : ` ${currencyCode}`
  return `the service said ${says}${word}${amount}${currency}`
}

function isPayment(event: PushEvent): event is PaymentFacts {
  return 'confirmation' in event
}
