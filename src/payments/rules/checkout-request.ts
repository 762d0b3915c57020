import { limits } from '../../catalogue/limits.ts'
import type { CheckoutRequest } from '../../client/checkout.ts'
import { RequestFields } from '../../client/request-fields.ts'
import { isCurrency, toMinor } from '../../pushes/money/amount.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'

/**
 * An invoice: the amount, its reason, and where the customer goes afterwards.
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
  /** Major currency units, above 0, at most 2 decimals. The plugin compares the payment with it. */
  readonly amount: number
  /** Three letters, such as `GHS`. A payment whose record, or whose callback at its signed address, names another currency doesn't count as paid. Default: any currency. */
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
  if (currency !== null && !isCurrency(currency)) {
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
