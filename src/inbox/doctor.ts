import type { CheckoutEvent } from '../pushes/checkout.ts'
import type { DeliveryReportEvent } from '../pushes/delivery-report.ts'
import type { FulfilmentEvent } from '../pushes/fulfilment.ts'
import type { InboundMessageEvent } from '../pushes/inbound-message.ts'
import type { UssdPaymentEvent } from '../pushes/ussd-payment.ts'
import { foundWork, type NotificationWorks } from './work.ts'

/** Every session, reference and identifier that `doctor` makes begins so: an application can tell, and do nothing. */
export const doctorMark = 'doctor-'

/** Work of notifications, but for those of `doctor`: they are kept and are over. Nobody is asked about them, and no handler is called. */
export function doctorWorks<Event extends MarkedEvent>(works: NotificationWorks<Event>): NotificationWorks<Event> {
  return {
    of: (event, incoming, newLog) =>
      isOfDoctor(event)
        ? foundWork(async () => ({ state: 'done', why: 'doctor sent it' }))
        : works.of(event, incoming, newLog),
  }
}

/** A notification that may be of `doctor`. */
export type MarkedEvent = CheckoutEvent | FulfilmentEvent | UssdPaymentEvent | DeliveryReportEvent | InboundMessageEvent

/**
 * Whether it is a notification as `doctor` pushes it: its two identifiers are the same mark, as those of no true one are. The
 * mark alone means nothing, because anybody can write it: a payment of money, or one that may be paid, is what it is. Of a
 * message only the service writes the campaign.
 */
function isOfDoctor(event: MarkedEvent): boolean {
  switch (event.kind) {
    case 'deliveryReport':
      return isMarked(event.clientReference, event.messageId)
    case 'inboundMessage':
      return event.keyword === 'DOCTOR' && isMarked(event.campaign, event.campaign)
    case 'checkout':
      return isNothing(event) && isMarked(event.clientReference, event.checkoutId)
    case 'ussdPayment':
      return isNothing(event) && isMarked(event.clientReference, event.transactionId)
    case 'fulfilment':
      return isNothing(event) && isMarked(event.sessionId, event.orderId)
  }
}

function isNothing({ outcome, amountMinor, signed }: CheckoutEvent | FulfilmentEvent | UssdPaymentEvent): boolean {
  return outcome === 'failed' && amountMinor === 0 && signed === null
}

function isMarked(one: string | null, other: string | null): boolean {
  return one !== null && one === other && mark.test(one)
}

// With what `doctor` writes behind the mark.
const mark = /^doctor-[0-9a-f]{21}$/
