import type { CheckoutInvoice, CheckoutRequest } from '../../client/checkout.ts'
import type { CallOptions } from '../../client/client-options.ts'
import { abortedCall } from '../../client/errors.ts'
import { RequestFields } from '../../client/request-fields.ts'
import type { Clock } from '../../clock.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { describeValue } from '../../replies/checks/describe-value.ts'
import { type CheckoutCallbackRequest, longestExpiry, shortestExpiry } from './callback-request.ts'
import { type CheckedCheckout, readCheckoutRequest, type SafeCheckoutRequest } from './checkout-request.ts'
import { FMW_CHECKOUT_USED } from './errors.ts'
import { checkoutLane, checkoutOf, type ExpectedPayment, type Patience } from './expected-payment.ts'
import { askService, type PaymentConfirmer } from './payment-confirmer.ts'

/**
 * Creates invoices, and answers whether they are paid: a `MerchantClient`, or your own object in a test.
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
  /** Whether the result of a payment was told, or a push that claims one is still looked into or handled. */
  resultOf(expected: ExpectedPayment): Promise<Result>
  /** Whether a session asked for a payment of a reference, and it was told as paid. */
  isSettledBySession(clientReference: string): Promise<boolean>
  /** Sees that the service is asked whether an invoice was made and paid, of which no answer came. */
  followCutOff(payment: string, expected: ExpectedPayment): Promise<void>
  /** What was asked for where such an invoice may have been made. */
  cutOffTerms(payment: string): Promise<ExpectedPayment | undefined>
  /** Sees that the service is asked about a payment until it is settled. @returns false where another was expected before */
  expect(payment: string, expected: ExpectedPayment): Promise<boolean>
  /** The same for an invoice of a payment that only a push has named so far, unless another was kept for it before. */
  expectNamed(payment: string, expected: ExpectedPayment): Promise<void>
}

/** What is known of the result of a payment: what a push merely claims is not sure. */
export type Result = 'told' | 'claimed' | undefined

/** An expected payment, and whether it is still waited for. */
export interface KnownExpectation {
  readonly expected: ExpectedPayment
  readonly isOpen: boolean
  /** Whether a push had named it before its invoice was kept. */
  readonly wasNamed: boolean
}

/**
 * Creates invoices whose payments you can trust: `app.merchant.checkout`. The callback comes to a signed address. The
 * plugin asks the service before it calls your handler, and also if no callback comes.
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
   * Creates an invoice, and returns the page where the customer pays. By then the store knows that this payment is
   * expected.
   *
   * A clientReference stands for one payment. If you create it again with the same amount and currency while it is
   * open, you get the same invoice. The service doesn't allow one page to be paid twice. An invoice that is paid by
   * hand also comes back. Two calls at the same time are one, with the timeout of the first. Each call can leave by its
   * own signal: it rejects with `FMW_CALL_ABORTED`, and the work continues, so `isUncertain` is true once it has begun.
   *
   * The plugin can't know three cases. An invoice whose creation was cut off, if neither its callback nor the service's
   * record has the reference. One in whose creation the process was killed: nobody got its page. And, with `confirmWith: false`, a checkout that a USSD payment notice reports.
   *
   * @throws FMW_CHECKOUT_USED where its payment is settled or given up, was asked for with another amount or currency,
   * was named by a push before this call, or told as a USSD payment or a cart: another try to pay takes another reference
   * @throws ClientFieldError naming the field, FMW_OPTION where `secret` or `publicUrl` is missing,
   * FMW_STORE_UNAVAILABLE   where the store cannot be asked: nothing was sent. And what `client.checkout.create`
   * throws, which says itself   whether an invoice may be there
   * @throws FMW_STORE_UNAVAILABLE also after the invoice was created. No customer has its page, so it isn't paid
   */
  async create(request: SafeCheckoutRequest, options?: CallOptions): Promise<CheckoutInvoice> {
    const checked = readCheckoutRequest(request)
    checkSignal(options?.signal)
    const key = JSON.stringify([checked.clientReference, checked.amountMinor, checked.currency])
    const signal = options?.signal
    if (signal?.aborted === true) throw abortedCall(callName, signal.reason, { wasBegun: false })
    const creating = this.#underWay.get(key) ?? this.#begin(key, checked, options?.timeout)
    return await unlessAborted(creating, signal)
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
    const [known, told, cutOff, isSettled] = await Promise.all([
      expectations.find(payment),
      expectations.resultOf(wanted),
      expectations.cutOffTerms(payment),
      expectations.isSettledBySession(clientReference),
    ])
    if (isSettled) throw new FMW_CHECKOUT_USED(clientReference, inSession)
    if (known !== undefined) return await this.#pageOf(known, checked)
    // That invoice may exist, and a payment is held against one set of terms.
    if (cutOff !== undefined) checkTerms(cutOff, checked)
    await this.#checkResult(clientReference, told ?? (cutOff && 'claimed'))
    const terms = { reference: clientReference, amount, currency: currency ?? undefined }
    const address = callbackUrl({ kind: 'checkout', ...terms, expiresIn: this.#expiresIn() })
    const created = await this.#send(
      client.checkout.create(
        { ...invoice, clientReference, totalAmount: amount, callbackUrl: address },
        timeout === undefined ? undefined : { timeout },
      ),
      () => expectations.followCutOff(payment, wanted),
    )
    const expected = { ...wanted, checkoutId: created.checkoutId, invoice: created, since: clock.now() }
    const first = await this.#keep(payment, expected, checked)
    if (first !== undefined) return await this.#pageOf(first, checked)
    throw new FMW_CHECKOUT_USED(clientReference, 'what became of it is not kept any more')
  }

  /**
   * Keeps an invoice that was just made. Where another process was quicker nobody has the page of this one, so nobody pays it. Where
   * only a push was quicker no other page is known, and anybody may have sent that: it stops no sale.
   *
   * @returns what is expected of its payment; undefined where nothing but its use is kept
   * @throws FMW_CHECKOUT_USED
   */
  async #keep(
    payment: string,
    expected: ExpectedPayment,
    checked: CheckedCheckout,
  ): Promise<KnownExpectation | undefined> {
    const { expectations } = this.#parts
    if (await expectations.expect(payment, expected)) return { expected, isOpen: true, wasNamed: false }
    const first = await expectations.find(payment)
    if (first === undefined || !isOnlyNamed(first)) return first
    // It came to an address of ours: that asks for one set of terms too.
    if (first.expected.isOurs) checkTerms(first.expected, checked)
    await expectations.expectNamed(payment, expected)
    return await expectations.find(payment)
  }

  /**
   * The page of what is expected. Each page is given here, after what is expected was kept and after a look at what came of it:
   * whatever is told from now on is told of a page that was given before.
   *
   * @throws FMW_CHECKOUT_USED
   */
  async #pageOf({ expected, isOpen, wasNamed }: KnownExpectation, asked: CheckedCheckout): Promise<CheckoutInvoice> {
    const { clientReference } = asked
    const { invoice } = expected
    const used = (why: string) => new FMW_CHECKOUT_USED(clientReference, why)
    if (invoice === null) throw used('a push named it before')
    checkTerms(expected, asked)
    // What is paid by hand is not waited for: the service will not hear of the money, as a rule.
    if (!isOpen && !invoice.isPaidByHand) throw used(isOver)
    const { expectations } = this.#parts
    const [result, isSettled] = await Promise.all([
      expectations.resultOf(expected),
      expectations.isSettledBySession(clientReference),
    ])
    if (isSettled) throw used(inSession)
    // Whoever looked into that push may have an answer from before this was kept, and not have told it yet.
    await this.#checkResult(clientReference, result ?? (wasNamed ? 'claimed' : undefined))
    return invoice
  }

  /**
   * A result is told already, or something claims that there may be one. Claims are anybody's: the service is asked.
   *
   * @throws FMW_CHECKOUT_USED
   */
  async #checkResult(clientReference: string, result: Result): Promise<void> {
    if (result === undefined) return
    const { client, clock } = this.#parts
    const used = (why: string) => new FMW_CHECKOUT_USED(clientReference, why)
    if (result === 'told') throw used(isOver)
    const { answer, problem } = await askService(client, { clientReference }, clock, new AbortController().signal)
    if (answer === undefined) throw used(`it may be paid, which the service cannot be asked: ${problem}`)
    if (answer.transactions.length > 0 && answer.outcome !== 'pending') {
      throw used(`the service says ${answer.outcome} of it`)
    }
  }

  /** Whether an invoice was made is not known where no answer came that says it. */
  async #send(creating: Promise<CheckoutInvoice>, cutOff: () => Promise<void>): Promise<CheckoutInvoice> {
    try {
      return await creating
    } catch (error) {
      if (isRecord(error) && error.isUncertain === true) await cutOff()
      throw error
    }
  }

  /** As long as it is waited for, ms. */
  #expiresIn(): number {
    return Math.min(Math.max(this.#parts.patience.giveUpAfter, shortestExpiry), longestExpiry)
  }
}

/** Whether a push named it, and nothing more: no page of it is kept, and nothing was told of it. */
function isOnlyNamed({ expected, isOpen }: KnownExpectation): boolean {
  return isOpen && expected.invoice === null && expected.toldAs === null
}

/** Two amounts, or two currencies, are two payments. @throws FMW_CHECKOUT_USED */
function checkTerms(expected: ExpectedPayment, { clientReference, amountMinor, currency }: CheckedCheckout): void {
  if (expected.amountMinor === amountMinor && expected.currency === currency) return
  throw new FMW_CHECKOUT_USED(clientReference, 'it was asked for with another amount or currency')
}

/** Before anything is begun: in JavaScript anything may come. @throws ClientFieldError */
function checkSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return
  throw new RequestFields(callName).fault('signal', 'an AbortSignal', describeValue(signal))
}

/** Whoever leaves does not know what becomes of it: it goes on. @throws ServiceCallError */
async function unlessAborted<Value>(under: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await under
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(abortedCall(callName, signal.reason, { wasBegun: true }))
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([under, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const callName = 'checkout.create'
const isOver = 'its payment is settled or given up'
const inSession = 'a session asked for it too, where it was paid'
