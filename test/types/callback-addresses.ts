import type {
  CallbackUrlRequest,
  CheckoutEvent,
  FulfilmentEvent,
  Merchant,
  PaymentEvent,
  SignedAddress,
} from '../../src/index.ts'

// What an address may be asked for, and what a notice says of the one that it came to.

declare const merchant: Merchant
declare const payment: PaymentEvent
declare const checkout: CheckoutEvent
declare const fulfilment: FulfilmentEvent

export const address: string = merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', amount: 5 })
export const request: CallbackUrlRequest = { kind: 'ussdPayment', sessionId: 's-1', currency: 'GHS', expiresIn: 60_000 }

// @ts-expect-error a checkout is known by its reference
merchant.callbackUrl({ kind: 'checkout', amount: 5 })
// @ts-expect-error a USSD payment is known by its session
merchant.callbackUrl({ kind: 'ussdPayment', reference: 'order-1' })
// @ts-expect-error a checkout has no session
merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', sessionId: 's-1' })
// @ts-expect-error the address of fulfilment notices is registered once for all
merchant.callbackUrl({ kind: 'fulfilment', reference: 'order-1' })
// @ts-expect-error an amount is a number
merchant.callbackUrl({ kind: 'checkout', reference: 'order-1', amount: '5' })

export const all: readonly (SignedAddress | null)[] = [payment.signed, checkout.signed, fulfilment.signed]
export const session: string | null | undefined = payment.signed?.sessionId
// @ts-expect-error nothing need be signed
export const reference: string = checkout.signed.reference
// @ts-expect-error what was signed is not the handler's to change
if (payment.signed !== null) payment.signed.amountMinor = 1
