import type { PushEvent } from '../pushes/event.ts'
import { toMajor } from '../pushes/minor-units.ts'
import type { PaymentFacts } from '../pushes/payment-event.ts'

/** What the service said of a payment, and why a person should look; undefined where it was not asked. */
export function noteOf(event: PushEvent): string | undefined {
  if (!isPayment(event) || event.confirmation === null) return undefined
  const { needsReview } = event
  const { says, status, amountMinor, currencyCode } = event.confirmation
  const word = status === null ? '' : ` (${status})`
  const amount = amountMinor === null ? '' : `, ${toMajor(amountMinor).toFixed(2)}`
  const currency = currencyCode === null ? '' : ` ${currencyCode}`
  const review = needsReview.length === 0 ? '' : `; needs review: ${needsReview.join(', ')}`
  return `the service said ${says}${word}${amount}${currency}${review}`
}

/** Whether an event is about money. */
export function isPayment<Event extends PushEvent>(event: Event): event is Event & PaymentFacts {
  return 'confirmation' in event
}
