import type { CheckoutInvoice, CheckoutRequest } from '../../client/checkout/invoice.ts'
import type { CallOptions } from '../../client/client-options.ts'
import { RequestFields } from '../../client/request-fields.ts'
import type { Clock } from '../../clock.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'
import type { CheckoutCallbackRequest } from './callback-request.ts'
import { type CheckedCheckout, readCheckoutRequest, type SafeCheckoutRequest } from './checkout-request.ts'
import { FMW_CHECKOUT_USED } from './errors.ts'
import { checkoutLane, checkoutOf, type ExpectedPayment, type Patience } from './expected-payment.ts'
import { askService, type PaymentConfirmer } from './payment-confirmer.ts'

/**
 * Whoever creates invoices and can be asked about them: a `MerchantClient`, or a stand-in for it in a test.
 *
 * @example
 * const client: PaymentClient = new MerchantClient(settings)
 */
export interface PaymentClient extends PaymentConfirmer {
  readonly checkout: {
    create(request: CheckoutRequest, options?: CallOptions): Promise<CheckoutInvoice>
  }
}

/** What checkouts are made safe with. */
export interface SafeCheckoutParts {
  readonly client: PaymentClient
  /** @throws FMW_OPTION, FMW_CALLBACK_URL */
  readonly callbackUrl: (request: CheckoutCallbackRequest) => string
  readonly expectations: Expectations
  readonly patience: Patience
  readonly clock: Clock
}

/** What is waited for, as far as checkouts need it. All of it throws FMW_STORE_UNAVAILABLE. */
export interface Expectations {
  /** What is expected of a payment, unless nothing is. */
  find(payment: string): Promise<KnownExpectation | undefined>
  /** Whether the result of a payment was told, or a push that claims one is still looked into. */
  resultOf(expected: ExpectedPayment): Promise<'told' | 'claimed' | undefined>
  /** Sees that the service is asked about a payment until it is settled. @returns false where another was expected before */
  expect(payment: string, expected: ExpectedPayment): Promise<boolean>
}

/** An expected payment, and whether it is still waited for. */
export interface KnownExpectation {
  readonly expected: ExpectedPayment
  readonly isOpen: boolean
}

/**
 * Checkouts whose payments can be trusted: `app.merchant.checkout`. The callback comes to an address that was made for
 * it, the service is asked before the handler is told, and where no callback comes it is asked all the same.
 *
 * @example
 * const { checkoutUrl } = await app.merchant.checkout.create({
 *   clientReference: 'order-17-1', // of the first try to pay order-17
 *   amount: 50,
 *   description: 'Two bags of rice',
 *   returnUrl: 'https://shop.example/thanks',
 *   cancellationUrl: 'https://shop.example/cart',
 * })
 */
export class SafeCheckout {
  readonly #parts: SafeCheckoutParts
  /** By their references and terms: two taps at once are one payment. */
  readonly #underWay = new Map<string, Promise<CheckoutInvoice>>()

  constructor(parts: SafeCheckoutParts) {
    this.#parts = parts
  }

  /**
   * Creates an invoice, and gives the page to which the customer is sent. Whoever gets it knows that its payment is
   * waited for: it is in the store by then.
   *
   * A clientReference stands for one payment. Created again with the same amount and currency, while it is waited for, it
   * gives the same invoice: who pays twice would pay one page twice, which the service does not allow. So does one that is
   * paid by hand, which nothing is waited for. Two calls at once are
   * one, with the time-out of the first; each leaves by its own signal, and what was begun goes on.
   *
   * What nobody here can know is found by nobody: an invoice whose creation was cut off, of which a callback without its
   * reference told and the service has a record without one; and, with `confirmWith: false`, what a USSD payment notice says
   * of a checkout.
   *
   * @throws FMW_CHECKOUT_USED where its payment is settled or given up, was asked for with another amount or currency,
   *   was named by a push before, or told as a USSD payment: another try to pay takes another reference
   * @throws ClientFieldError naming the field, FMW_OPTION where `secret` or `publicUrl` is missing, FMW_STORE_UNAVAILABLE
   *   where the store cannot be asked: nothing was sent. And what `client.checkout.create` throws, which says itself
   *   whether an invoice may be there
   * @throws FMW_STORE_UNAVAILABLE after the invoice was created, too: nobody has its page, so nobody pays it
   */
  async create(request: SafeCheckoutRequest, options?: CallOptions): Promise<CheckoutInvoice> {
    const checked = readCheckoutRequest(request)
    checkSignal(options?.signal)
    const key = JSON.stringify([checked.clientReference, checked.amountMinor, checked.currency])
    options?.signal?.throwIfAborted()
    const creating = this.#underWay.get(key) ?? this.#begin(key, checked, options?.timeout)
    return await unlessAborted(creating, options?.signal)
  }

  /** It goes on when the tap that began it leaves: another may wait for it, and its payment is expected. */
  #begin(key: string, checked: CheckedCheckout, timeout: number | undefined): Promise<CheckoutInvoice> {
    const creating = this.#create(checked, timeout).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, creating)
    return creating
  }

  async #create(checked: CheckedCheckout, timeout: number | undefined): Promise<CheckoutInvoice> {
    const { client, callbackUrl, expectations, clock } = this.#parts
    const { clientReference, amount, amountMinor, currency, invoice } = checked
    const payment = checkoutLane(clientReference)
    const wanted = { ...checkoutOf(clientReference, clock.now()), amountMinor, currency, isOurs: true }
    const [known, result] = await Promise.all([expectations.find(payment), expectations.resultOf(wanted)])
    if (known !== undefined) return this.#again(known, await expectations.resultOf(known.expected), checked)
    if (result !== undefined) await this.#checkResult(clientReference, result)
    const terms = { reference: clientReference, amount, currency: currency ?? undefined }
    const address = callbackUrl({ kind: 'checkout', ...terms, expiresIn: this.#expiresIn() })
    const created = await client.checkout.create(
      { ...invoice, clientReference, totalAmount: amount, callbackUrl: address },
      timeout === undefined ? undefined : { timeout },
    )
    const expected = { ...wanted, checkoutId: created.checkoutId, invoice: created, since: clock.now() }
    if (await expectations.expect(payment, expected)) return created
    // Another process was quicker, or it was used long ago. Nobody has the page of this invoice, so nobody pays it.
    const first = await expectations.find(payment)
    if (first !== undefined) return this.#again(first, await expectations.resultOf(first.expected), checked)
    throw new FMW_CHECKOUT_USED(clientReference, 'what became of it is not kept any more')
  }

  /**
   * A result is told of what nobody asked for here, or a push claims one. Claims are anybody's: the service is asked.
   *
   * @throws FMW_CHECKOUT_USED
   */
  async #checkResult(clientReference: string, result: 'told' | 'claimed'): Promise<void> {
    const { client, clock } = this.#parts
    const used = (why: string) => new FMW_CHECKOUT_USED(clientReference, why)
    if (result === 'told') throw used(isOver)
    const { answer, problem } = await askService(client, { clientReference }, clock, new AbortController().signal)
    if (answer === undefined) throw used(`a push says what became of it, which cannot be asked about: ${problem}`)
    if (answer.transactions.length > 0 && answer.outcome !== 'pending') {
      throw used(`the service says ${answer.outcome} of it`)
    }
  }

  /** @throws FMW_CHECKOUT_USED */
  #again(
    { expected, isOpen }: KnownExpectation,
    result: 'told' | 'claimed' | undefined,
    asked: CheckedCheckout,
  ): CheckoutInvoice {
    const used = (why: string) => new FMW_CHECKOUT_USED(asked.clientReference, why)
    if (expected.invoice === null) throw used('a push named it before')
    if (expected.amountMinor !== asked.amountMinor || expected.currency !== asked.currency) {
      throw used('it was asked for with another amount or currency')
    }
    // The service will not hear of the money: the order stands, and is not made again.
    if (expected.invoice.isPaidByHand) return expected.invoice
    if (!isOpen || result === 'told') throw used(isOver)
    return expected.invoice
  }

  /** As long as it is waited for, ms. */
  #expiresIn(): number {
    return Math.min(Math.max(this.#parts.patience.giveUpAfter, shortest), longest)
  }
}

/** Before anything is begun: in JavaScript anything may come. @throws ClientFieldError */
function checkSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return
  throw new RequestFields('checkout.create').fault('signal', 'an AbortSignal', describeValue(signal))
}

/** @throws the signal's reason */
async function unlessAborted<Value>(under: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await under
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([under, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const isOver = 'its payment is settled or given up'

// ms; what `callbackUrl` takes.
const shortest = 1_000
const longest = 31_622_400_000
