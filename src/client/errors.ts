import { misuse } from '../misuse.ts'

/**
 * A failed call: the service refused it, couldn't be reached, didn't answer in time, or its answer can't be read. Or your
 * signal ended a call that changes something: `cause` is then the signal's reason. The error has no credentials, no URL
 * and no whole phone number. It may have the host and port of a failed connection.
 *
 * `code` says which of these happened. `serviceCode` is the service's own code (reference 7.1, 7.3).
 *
 * @example
 * ```ts
 * try {
 *   await client.checkout.create(invoice)
 * } catch (error) {
 *   if (!(error instanceof ServiceCallError)) throw error
 *   if (error.isUncertain) return lookBefore(invoice.clientReference) // there may be an invoice
 *   if (error.canRetry) return later(invoice)
 *   return refuse(error.serviceCode, error.meaning, error.action)
 * }
 * ```
 */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly code: CallErrorCode
  /** The name of the call: `checkout.create`. */
  readonly call: string
  /** The HTTP status of the answer. Null without an answer. */
  readonly status: number | null
  /** The service's own code, as its table writes it: `4105`, `400/3`. Null without one. */
  readonly serviceCode: string | null
  /** What it means, in words for a log. */
  readonly meaning: string
  /** What to do about it. Null if that isn't known. */
  readonly action: string | null
  /** Whether the same call may succeed later, and can't do anything twice. */
  readonly canRetry: boolean
  /** Whether the service may have done it, though the call failed. Look before you call again. */
  readonly isUncertain: boolean
  /** The text of the answer or the network beside its code, masked and shortened. Null without one. */
  readonly detail: string | null
  /** How long the service wants you to wait (`Retry-After`), in ms. Null if it doesn't say. */
  readonly retryAfter: number | null
  /** The status of a Fastify route that lets this error through. It is never the service's own status. */
  readonly statusCode: 502 | 504

  /** Made by `MerchantClient`. */
  constructor(call: string, failure: CallFailure) {
    super(inWords(call, failure))
    this.code = failure.code
    this.call = call
    this.status = failure.status
    this.serviceCode = failure.serviceCode
    this.meaning = failure.meaning
    this.action = failure.action
    this.canRetry = failure.canRetry
    this.isUncertain = failure.isUncertain
    this.detail = failure.detail
    this.retryAfter = failure.retryAfter
    this.statusCode = failure.code === 'FMW_CALL_TIMEOUT' ? 504 : 502
  }
}

/**
 * Why a call failed. `FMW_CALL_REFUSED`: the service said no. `FMW_CALL_UNAUTHORIZED`: it does not know the
 * credentials, or the address from which they came (reference 5.4, 5.5). `FMW_CALL_UNREACHABLE`: no connection, or one
 * that broke. `FMW_CALL_TIMEOUT`: no answer in time. `FMW_CALL_ABORTED`: your signal ended a call that changes something.
 * `FMW_CALL_ANSWER`: an answer that cannot be read.
 *
 * @example
 * const isOurs: readonly CallErrorCode[] = ['FMW_CALL_UNREACHABLE', 'FMW_CALL_TIMEOUT']
 */
export type CallErrorCode =
  | 'FMW_CALL_REFUSED'
  | 'FMW_CALL_UNAUTHORIZED'
  | 'FMW_CALL_UNREACHABLE'
  | 'FMW_CALL_TIMEOUT'
  | 'FMW_CALL_ABORTED'
  | 'FMW_CALL_ANSWER'

/** Why the service did not do what was asked, as its codes say. */
export interface Refusal {
  readonly code: 'FMW_CALL_REFUSED' | 'FMW_CALL_UNAUTHORIZED' | 'FMW_CALL_ANSWER'
  readonly serviceCode: string | null
  readonly meaning: string
  readonly action: string | null
  /** Whether the same call may succeed later. */
  readonly canRetry: boolean
  /** Whether what was asked may have been done all the same. */
  readonly isUncertain: boolean
  /** What the answer says beside its code, as it came: it is masked here. */
  readonly detail: string | null
}

/** What a `ServiceCallError` is made of. */
export interface CallFailure extends Omit<Refusal, 'code'> {
  readonly code: CallErrorCode
  readonly status: number | null
  readonly retryAfter: number | null
}

/** What is known of a call that got no answer. */
export const unanswered = { status: null, serviceCode: null, detail: null, retryAfter: null } as const

/** A call that changes something was ended by its signal: the reason alone does not say whether it may have been sent. */
export function abortedCall(
  call: string,
  reason: unknown,
  { wasBegun }: { readonly wasBegun: boolean },
): ServiceCallError {
  const error = new ServiceCallError(call, {
    ...unanswered,
    code: 'FMW_CALL_ABORTED',
    meaning: wasBegun ? 'Its signal aborted before an answer came' : 'Its signal had aborted before it was sent',
    action: null,
    canRetry: !wasBegun,
    isUncertain: wasBegun,
  })
  error.cause = reason
  return error
}

/**
 * A field of a request is wrong: the service would refuse it, or read it as something else. Nothing was sent. The text
 * names a type or a size, never the value.
 *
 * @example
 * ```ts
 * try {
 *   await client.checkout.create({ ...invoice, clientReference: 'x'.repeat(33) })
 * } catch (error) {
 *   if (error instanceof ClientFieldError) app.log.error({ field: error.field }, error.message)
 * }
 * ```
 */
export class ClientFieldError extends TypeError {
  override readonly name = 'ClientFieldError'
  readonly code = 'FMW_CLIENT_FIELD'
  /** The name of the call: `checkout.create`. */
  readonly call: string
  /** The field in the client's own names: `clientReference`. */
  readonly field: string
  /** What the field takes, in words: `text of 1 to 32 characters`. */
  readonly expected: string
  /** What you gave: a type or a size, never the value. */
  readonly received: string
  /** Nothing was sent. */
  readonly isUncertain = false

  /** Made by `MerchantClient`. */
  constructor(call: string, { field, expected, received }: FieldFault) {
    super(`${call}: ${field} must be ${expected}, but it is ${received}. Nothing was sent`)
    this.call = call
    this.field = field
    this.expected = expected
    this.received = received
  }
}

/** What a `ClientFieldError` is made of. */
export interface FieldFault {
  readonly field: string
  readonly expected: string
  readonly received: string
}

/** A setting of the client is wrong, or is missing now that it is needed. */
export const FMW_CLIENT_OPTION = misuse<[option: string, problem: string]>(
  'FMW_CLIENT_OPTION',
  'The option %s of MerchantClient %s',
)
// Nothing was sent.
Object.defineProperty(FMW_CLIENT_OPTION.prototype, 'isUncertain', { value: false })

function inWords(call: string, { serviceCode, meaning, detail, action, isUncertain }: CallFailure): string {
  const sentences = [
    serviceCode === null ? meaning : `${meaning} (${serviceCode})`,
    detail === null ? '' : `It says: ${detail}`,
    isUncertain ? 'It may have been done anyway' : '',
    action ?? '',
  ]
  return `${call}: ${sentences.filter((sentence) => sentence !== '').join('. ')}`
}
