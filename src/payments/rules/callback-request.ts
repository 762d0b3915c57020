import { limits } from '../../catalogue/limits.ts'
import { ownOptions } from '../../own-options.ts'
import { hundredths, isCurrency, toMinor } from '../../pushes/money/amount.ts'
import type { SignedAddress } from '../../pushes/money/signed-address.ts'
import { onGrid } from '../../replies/checks/amount.ts'
import { type CalledBackKind, isCalledBack, lastDigits } from './callback-signer.ts'
import { FMW_CALLBACK_URL } from './errors.ts'

/**
 * The terms that a signed address covers, besides the payment's reference.
 *
 * @example
 * const terms: CallbackTerms = { amount: 5, currency: 'GHS', expiresIn: 86_400_000 }
 */
export interface CallbackTerms {
  /**
   * Major currency units, above 0, at most 2 decimals. A smaller payment doesn't count as signed. Default: any amount.
   */
  readonly amount?: number | undefined
  /** Three letters, such as `GHS`. It comes back with the notice, which has no currency of its own. */
  readonly currency?: string | undefined
  /** How long the signature counts, in ms: 1,000 to 31,622,400,000 (366 days). Default 604,800,000 (7 days). */
  readonly expiresIn?: number | undefined
}

/**
 * The address of a checkout invoice's callback (reference 2.1, callbackUrl).
 *
 * @example
 * const request: CheckoutCallbackRequest = { kind: 'checkout', reference: 'order-1', amount: 5 }
 */
export interface CheckoutCallbackRequest extends CallbackTerms {
  readonly kind: 'checkout'
  /** The clientReference of the invoice, 1 to 32 characters (reference 8). The callback must have it. */
  readonly reference: string
}

/**
 * The address of a USSD payment's notice (reference 2.8, CallbackUrl), for a reply that is not made by `turn.pay`.
 *
 * @example
 * const request: UssdPaymentCallbackRequest = { kind: 'ussdPayment', sessionId: push.sessionId, amount: 5 }
 */
export interface UssdPaymentCallbackRequest extends CallbackTerms {
  readonly kind: 'ussdPayment'
  /** The session that asks for the payment, 1 to 100 characters. */
  readonly sessionId: string
  /** Your own reference, 1 to 100 characters. */
  readonly reference?: string | undefined
  /**
   * The phone that is asked to pay, such as `push.mobile`. Money from another phone needs review. Default: any phone.
   */
  readonly payer?: string | undefined
}

/**
 * The payment that `app.merchant.callbackUrl` makes an address for.
 *
 * @example
 * const forOrder = (reference: string, amount: number): CallbackUrlRequest => ({ kind: 'checkout', reference, amount })
 */
export type CallbackUrlRequest = CheckoutCallbackRequest | UssdPaymentCallbackRequest

/** A checked request. */
export interface CheckedCallback {
  readonly kind: CalledBackKind
  readonly signed: SignedAddress
  /** ms */
  readonly expiresIn: number
  readonly payer: string | undefined
}

/** Checks what an address is asked for. @throws FMW_CALLBACK_URL */
export function readCallbackRequest(given: CallbackUrlRequest): CheckedCallback {
  if (typeof given !== 'object' || given === null) throw new FMW_CALLBACK_URL('the request', wantsRequest)
  const request = ownOptions(given)
  const { kind } = request
  if (!isCalledBack(kind)) throw new FMW_CALLBACK_URL('kind', "must be 'checkout' or 'ussdPayment'")
  for (const name of Object.keys(request)) {
    if (!names[kind].includes(name)) {
      throw new FMW_CALLBACK_URL(name, `is not known for ${kind}; there are: ${names[kind].join(', ')}`)
    }
  }
  const { amount, currency, expiresIn = defaultExpiry } = request
  return {
    kind,
    signed: { ...readWhose(request), amountMinor: readAmount(amount), currency: readCurrency(currency) },
    expiresIn: readExpiry(expiresIn),
    payer: request.kind === 'ussdPayment' ? readPayer(request.payer) : undefined,
  }
}

/** Whether a text can be carried in an address. @param max characters */
export function isCarried(text: unknown, max: number): text is string {
  return typeof text === 'string' && text !== '' && text.length <= max && text.isWellFormed()
}

/** Characters of what the reference sets no limit for. */
export const longestIdentifier = 100

/** How long an address is known again, ms. */
export const defaultExpiry = 604_800_000
/** What `expiresIn` may be, ms. */
export const shortestExpiry = 1_000
export const longestExpiry = 31_622_400_000

function readWhose(request: CallbackUrlRequest): Pick<SignedAddress, 'reference' | 'sessionId'> {
  if (request.kind === 'checkout') {
    return { reference: readText('reference', request.reference, limits.clientReference.max), sessionId: null }
  }
  const { sessionId, reference } = request
  return {
    reference: reference === undefined ? null : readText('reference', reference, longestIdentifier),
    sessionId: readText('sessionId', sessionId, longestIdentifier),
  }
}

function readPayer(payer: unknown): string | undefined {
  if (payer === undefined || (typeof payer === 'string' && lastDigits(payer) !== undefined)) return payer
  throw new FMW_CALLBACK_URL('payer', 'must be a phone number of 8 to 15 digits')
}

function readText(name: string, value: unknown, max: number): string {
  if (isCarried(value, max)) return value
  throw new FMW_CALLBACK_URL(name, `must be text of 1 to ${max} characters`)
}

function readAmount(amount: unknown): number | null {
  if (amount === undefined) return null
  const exact = onGrid(amount, hundredths)
  if (exact === undefined) throw new FMW_CALLBACK_URL('amount', 'must be a number above 0 with at most 2 decimals')
  return toMinor(exact)
}

function readCurrency(currency: unknown): string | null {
  if (currency === undefined) return null
  if (isCurrency(currency)) return currency
  throw new FMW_CALLBACK_URL('currency', "must be three capital letters, such as 'GHS'")
}

function readExpiry(expiresIn: unknown): number {
  if (typeof expiresIn === 'number' && expiresIn >= shortestExpiry && expiresIn <= longestExpiry) return expiresIn
  throw new FMW_CALLBACK_URL('expiresIn', `must be milliseconds from ${shortestExpiry} to ${longestExpiry}`)
}

const wantsRequest = "must be what the address is for, such as { kind: 'checkout', reference: 'order-1', amount: 5 }"
const terms = ['kind', 'reference', 'amount', 'currency', 'expiresIn']
const names: Readonly<Record<CalledBackKind, readonly string[]>> = {
  checkout: terms,
  ussdPayment: [...terms, 'sessionId', 'payer'],
}
