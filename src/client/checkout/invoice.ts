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
  /** Your reference, for this request only. It comes back in the callback. 1 to 32 characters (reference 8). */
  readonly clientReference: string
  /** Major currency units, above 0, at most 2 decimals. */
  readonly totalAmount: number
  /** What the customer reads on the page. */
  readonly description: string
  /** Where the service posts the result. An absolute address. */
  readonly callbackUrl: string
  /** Where the customer returns after paying. An absolute address. A visit there doesn't prove a payment. */
  readonly returnUrl: string
  /** Where the customer returns after cancelling. An absolute address. */
  readonly cancellationUrl: string
  /** The account that is paid (reference 5.3). Default: the client's own. */
  readonly merchantAccountNumber?: string | undefined
  /** The name of the payee (reference 2.1), sent as you give it. */
  readonly payeeName?: string | undefined
  /** The number of the payee, sent as you give it. */
  readonly payeeMobileNumber?: string | undefined
  /** The e-mail address of the payee, sent as you give it. */
  readonly payeeEmail?: string | undefined
  /** Named beside `callbackUrl` in reference 6. Absolute. */
  readonly primaryCallbackUrl?: string | undefined
  /** Named beside `callbackUrl` in reference 6. Absolute. */
  readonly secondaryCallbackUrl?: string | undefined
}

/**
 * A created invoice. The customer pays it on a page, or by hand (code `0002`).
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
  /** The page where the customer pays. */
  readonly checkoutUrl: string
}

/**
 * An order that the customer pays by hand after delivery (reference 7.1, `0002`).
 *
 * @example
 * const note = ({ clientReference }: CashInvoice) => `collect the money for ${clientReference} on delivery`
 */
export interface CashInvoice extends InvoiceFacts {
  readonly isPaidByHand: true
  /** A page, if the service gave one. Otherwise null. */
  readonly checkoutUrl: string | null
}

/**
 * What every invoice has.
 *
 * @example
 * const remember = ({ clientReference, checkoutId }: InvoiceFacts) => orders.set(clientReference, checkoutId)
 */
export interface InvoiceFacts {
  /** Your reference, as you sent it. The client refuses an answer with another one. */
  readonly clientReference: string
  /** The service's own identifier, which the callback carries too. */
  readonly checkoutId: string | null
  /** A page to show inside your own. */
  readonly checkoutDirectUrl: string | null
  /** The service's own text beside its code. Null without one. */
  readonly message: string | null
  /** Four digits. Null if the answer had none. */
  readonly responseCode: string | null
  /** The answer as it came. */
  readonly raw: unknown
}
