import { limits } from '../../catalogue/limits.ts'
import type { CheckoutRequest } from '../../client/checkout/invoice.ts'
import { RequestFields } from '../../client/request-fields.ts'
import { toMinor } from '../../pushes/money/amount.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'

/**
 * What is to be paid, for what, and where the customer goes after it.
 *
 * @example
 * const request: SafeCheckoutRequest = {
 *   clientReference: 'order-17-1', // of the first try to pay order-17
 *   amount: 50,
 *   currency: 'GHS',
 *   description: 'Two bags of rice',
 *   returnUrl: 'https://shop.example/thanks',
 *   cancellationUrl: 'https://shop.example/cart',
 * }
 */
export interface SafeCheckoutRequest
  extends Pick<
    CheckoutRequest,
    | 'clientReference'
    | 'description'
    | 'returnUrl'
    | 'cancellationUrl'
    | 'merchantAccountNumber'
    | 'payeeName'
    | 'payeeMobileNumber'
    | 'payeeEmail'
  > {
  /** Major currency units, above 0, at most 2 decimals: what must have been paid. */
  readonly amount: number
  /** Three letters, such as `GHS`: a payment in another currency does not count as paid. Any when not given. */
  readonly currency?: string | undefined
}

/** A checked request. What the invoice says beside it is checked by the client. */
export interface CheckedCheckout {
  readonly clientReference: string
  /** Major currency units. */
  readonly amount: number
  /** Hundredths. */
  readonly amountMinor: number
  readonly currency: string | null
  readonly invoice: Omit<SafeCheckoutRequest, 'clientReference' | 'amount' | 'currency'>
}

/** Checks what a checkout is asked for. @throws ClientFieldError */
export function readCheckoutRequest(given: SafeCheckoutRequest): CheckedCheckout {
  const request = fields.names(given, names)
  const { clientReference, amount, currency = null, ...invoice } = request
  const exact = fields.amount('amount', amount)
  if (currency !== null && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) {
    throw fields.fault('currency', "three capital letters, such as 'GHS'", describeValue(currency))
  }
  return {
    clientReference: fields.text('clientReference', clientReference, limits.clientReference.max),
    amount: exact,
    amountMinor: toMinor(exact),
    currency,
    invoice,
  }
}

const fields = new RequestFields('checkout.create')

const names = Object.keys({
  clientReference: true,
  amount: true,
  currency: true,
  description: true,
  returnUrl: true,
  cancellationUrl: true,
  merchantAccountNumber: true,
  payeeName: true,
  payeeMobileNumber: true,
  payeeEmail: true,
} satisfies Record<keyof SafeCheckoutRequest, true>)
