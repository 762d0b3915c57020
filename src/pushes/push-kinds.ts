import { checkout } from './checkout.ts'
import { deliveryReport } from './delivery-report.ts'
import { fulfilment } from './fulfilment.ts'
import { inboundMessage } from './inbound-message.ts'
import { programmable } from './programmable.ts'
import { ussd } from './ussd.ts'
import { ussdPayment } from './ussd-payment.ts'

/** Every kind of push, by its name. */
export const pushKinds = {
  ussd,
  programmable,
  checkout,
  fulfilment,
  ussdPayment,
  deliveryReport,
  inboundMessage,
} as const
