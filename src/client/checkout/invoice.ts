/**
 * What is to be paid, for what, and where the customer and the result go (reference 2.1).
 *
 * @example
 * ```ts
 * const request: CheckoutRequest = {
 *   clientReference: 'order-17',
 *   totalAmount: 50,
 *   description: 'Two bags of rice',
 *   callbackUrl: app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-17', amount: 50 }),
 *   returnUrl: 'https://shop.example/thanks',
 *   cancellationUrl: 'https://shop.example/cart',
 *   payeeName: 'A customer',
 * }
 * ```
 */
export interface CheckoutRequest {
  /** Yours, and of this request only: it comes back in the callback. 1 to 32 characters (reference 8). */
  readonly clientReference: string
  /** Major currency units, above 0, at most 2 decimals. */
  readonly totalAmount: number
  /** What the customer reads on the page. */
  readonly description: string
  /** Where the result goes. Absolute. */
  readonly callbackUrl: string
  /** Where the customer comes back after paying. Absolute; that they came proves nothing. */
  readonly returnUrl: string
  /** Where the customer comes back after cancelling. Absolute. */
  readonly cancellationUrl: string
  /** The account that is paid, where it is not the client's own (reference 5.3). */
  readonly merchantAccountNumber?: string | undefined
  /** The name of the payee as the service calls it (reference 2.1): sent as you give it. */
  readonly payeeName?: string | undefined
  /** Their number, as you have it. */
  readonly payeeMobileNumber?: string | undefined
  /** Their e-mail address, sent as you give it. */
  readonly payeeEmail?: string | undefined
  /** Named beside `callbackUrl` in reference 6. Absolute. */
  readonly primaryCallbackUrl?: string | undefined
  /** Named beside `callbackUrl` in reference 6. Absolute. */
  readonly secondaryCallbackUrl?: string | undefined
}

/**
 * An invoice that was created: to be paid by the customer on a page, or by hand (code `0002`).
 *
 * @example
 * const next = (invoice: CheckoutInvoice) => (invoice.isPaidByHand ? '/thanks' : invoice.checkoutUrl)
 */
export type CheckoutInvoice = OnlineInvoice | CashInvoice

/**
 * An invoice that the customer pays on the service's page (reference 2.2).
 *
 * @example
 * const pageFor = ({ checkoutDirectUrl, checkoutUrl }: OnlineInvoice) => checkoutDirectUrl ?? checkoutUrl
 */
export interface OnlineInvoice extends InvoiceFacts {
  readonly isPaidByHand: false
  /** The page to which the customer is sent. */
  readonly checkoutUrl: string
}

/**
 * An order that was processed and is paid by hand, as a cash sale after delivery (reference 7.1, `0002`).
 *
 * @example
 * const note = ({ clientReference }: CashInvoice) => `collect the money for ${clientReference} on delivery`
 */
export interface CashInvoice extends InvoiceFacts {
  readonly isPaidByHand: true
  /** A page, where the service gave one all the same. */
  readonly checkoutUrl: string | null
}

/**
 * What every invoice has.
 *
 * @example
 * const remember = ({ clientReference, checkoutId }: InvoiceFacts) => orders.set(clientReference, checkoutId)
 */
export interface InvoiceFacts {
  /** As it was sent; an answer that echoes another is not taken. */
  readonly clientReference: string
  /** The service's own identifier, which the callback carries too. */
  readonly checkoutId: string | null
  /** A page to be shown within your own. */
  readonly checkoutDirectUrl: string | null
  /** What the answer says beside its code, in the service's words; null where it says nothing. */
  readonly message: string | null
  /** Four digits; null where the answer had none. */
  readonly responseCode: string | null
  /** The answer as it came. */
  readonly raw: unknown
}
