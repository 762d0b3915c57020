import { callService } from '../call-service.ts'
import type { CallOptions } from '../client-options.ts'
import type { ClientSettings } from '../client-settings.ts'
import { judgeSales } from '../judge-sales.ts'
import type { CheckoutInvoice, CheckoutRequest } from './invoice.ts'
import { readInvoice, writeInvoice } from './invoice.ts'

/**
 * Invoices of the online checkout (reference 4.1); `client.checkout`.
 *
 * @example
 * ```ts
 * const invoice = await client.checkout.create({
 *   clientReference: 'order-17',
 *   totalAmount: 50,
 *   description: 'Two bags of rice',
 *   callbackUrl: app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-17', amount: 50 }),
 *   returnUrl: 'https://shop.example/thanks',
 *   cancellationUrl: 'https://shop.example/cart',
 * })
 * if (!invoice.isPaidByHand) reply.redirect(invoice.checkoutUrl)
 * ```
 */
export class Checkout {
  readonly #settings: ClientSettings

  /** Made by `MerchantClient`. */
  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /**
   * Creates an invoice, and returns the page where the customer pays. It is never sent twice. If the error has
   * `isUncertain`, ask `transactions.status` for the `clientReference` before you create another.
   *
   * @throws ClientFieldError before anything is sent, if a field is missing or over a limit (reference 2.1, 8)
   * @throws ServiceCallError if the service refuses, can't be reached or can't be understood
   * @throws FMW_CLIENT_OPTION without `apiId` and `apiKey`
   */
  async create(request: CheckoutRequest, options?: CallOptions): Promise<CheckoutInvoice> {
    const body = writeInvoice(request, this.#settings)
    return await callService(
      this.#settings,
      {
        name: 'checkout.create',
        method: 'POST',
        path: 'checkout',
        fills: { merchantAccountNumber: body.merchantAccountNumber },
        body,
        auth: 'basic',
        isRepeatable: false,
        judge: judgeSales,
        read: (answer) => readInvoice(answer, body.clientReference),
      },
      options,
    )
  }
}
