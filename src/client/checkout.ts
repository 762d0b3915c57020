import { limits } from '../catalogue/limits.ts'
import { fieldReader } from '../pushes/reading/field-reader.ts'
import { recordOf } from '../pushes/reading/json.ts'
import { Notes, PushProblem } from '../pushes/reading/push-problem.ts'
import { callService } from './call-service.ts'
import type { CallOptions, ClientSettings } from './client-options.ts'
import { judgeSales, readCode } from './judge-sales.ts'
import type { ServiceAnswer } from './read-answer.ts'
import { RequestFields } from './request-fields.ts'

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
  /** A page to show inside your own. Null where it is no http or https address. */
  readonly checkoutDirectUrl: string | null
  /** The service's own text beside its code. Null without one. */
  readonly message: string | null
  /** Four digits. Null if the answer had none. */
  readonly responseCode: string | null
  /** The answer as it came. */
  readonly raw: unknown
}

/** Checks an invoice and writes it in the service's own names (reference 2.1, 6). @throws ClientFieldError */
function writeInvoice(given: CheckoutRequest, settings: ClientSettings) {
  const request = fields.names(given, names)
  const amount = fields.amount('totalAmount', request.totalAmount)
  const addressOrNone = (field: string, value: unknown) =>
    value === undefined ? undefined : fields.address(field, value)
  return {
    totalAmount: settings.amounts === 'string' ? amount.toFixed(2) : amount,
    description: fields.text('description', request.description),
    callbackUrl: fields.address('callbackUrl', request.callbackUrl),
    returnUrl: fields.address('returnUrl', request.returnUrl),
    cancellationUrl: fields.address('cancellationUrl', request.cancellationUrl),
    // Reference 5.3; one form of 4.1 has it in its sample only.
    merchantAccountNumber: fields.text(
      'merchantAccountNumber',
      request.merchantAccountNumber ?? settings.merchantAccountNumber,
    ),
    clientReference: fields.text('clientReference', request.clientReference, limits.clientReference.max),
    PayeeName: fields.optionalText('payeeName', request.payeeName),
    PayeeMobileNumber: fields.optionalText('payeeMobileNumber', request.payeeMobileNumber),
    PayeeEmail: fields.optionalText('payeeEmail', request.payeeEmail),
    PrimaryCallbackUrl: addressOrNone('primaryCallbackUrl', request.primaryCallbackUrl),
    SecondaryCallbackUrl: addressOrNone('secondaryCallbackUrl', request.secondaryCallbackUrl),
  }
}

const fields = new RequestFields('checkout.create')

const names = Object.keys({
  clientReference: true,
  totalAmount: true,
  description: true,
  callbackUrl: true,
  returnUrl: true,
  cancellationUrl: true,
  merchantAccountNumber: true,
  payeeName: true,
  payeeMobileNumber: true,
  payeeEmail: true,
  primaryCallbackUrl: true,
  secondaryCallbackUrl: true,
} satisfies Record<keyof CheckoutRequest, true>)

const readEnvelope = fieldReader(['ResponseCode', 'Data'])
const readData = fieldReader(['checkoutUrl', 'checkoutId', 'clientReference', 'message', 'checkoutDirectUrl'])

/** Reads the answer to a created invoice (reference 2.2). @throws PushProblem where it does not say where to pay */
function readInvoice({ body }: ServiceAnswer, clientReference: string): CheckoutInvoice {
  const settings = { notes: new Notes(), country: undefined, acceptsAnything: false }
  const envelope = readEnvelope(recordOf(body), { ...settings, path: '' })
  envelope.mustComeOnce('Data')
  const inside = envelope.value('Data')
  const data = readData(recordOf(inside), { ...settings, path: 'data.' })
  data.mustComeOnce('checkoutUrl', 'checkoutDirectUrl', 'checkoutId')
  const echo = data.identity('clientReference')
  if (echo !== null && echo !== clientReference) {
    throw new PushProblem({ field: 'data.clientReference', expected: 'the one that was sent', received: 'another' })
  }
  const responseCode = readCode(envelope.value('ResponseCode'))
  const given = data.text('checkoutUrl')
  const checkoutUrl = pageOf(given)
  const facts = {
    clientReference,
    checkoutId: data.identifier('checkoutId'),
    checkoutDirectUrl: pageOf(data.text('checkoutDirectUrl')),
    message: data.text('message'),
    responseCode,
    raw: body,
  }
  if (responseCode === paidByHand) return { ...facts, isPaidByHand: true, checkoutUrl }
  if (checkoutUrl === null) {
    const received = given === null ? 'nothing' : 'another text'
    throw new PushProblem({ field: 'data.checkoutUrl', expected: 'the http or https address of a page', received })
  }
  return { ...facts, isPaidByHand: false, checkoutUrl }
}

/** An address to which a customer can be sent: nothing that runs in your page, or leads from it to somebody else. */
function pageOf(given: string | null): string | null {
  // A line feed at its end is no reason to lose an invoice that exists.
  const text = given === null ? null : given.trim()
  if (text === null || !/^https?:\/\/[^/\s]\S*$/i.test(text)) return null
  return URL.canParse(text) ? text : null
}

/** Reference 7.1. */
const paidByHand = '0002'
