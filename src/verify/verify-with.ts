import { isThenable } from '../is-thenable.ts'
import { VerifierNameInvalidError } from './errors.ts'
import type { Verifier, VerifyRequest } from './verifier.ts'

/**
 * A request whose body has been read: what a check with `needsBody` gets.
 *
 * @example
 * const isSigned = ({ rawBody, headers }: VerifyRequestWithBody) =>
 *   headers['x-digest'] === createHmac('sha256', key).update(rawBody).digest('hex')
 * verifyWith('gateway', isSigned, { needsBody: true })
 */
export interface VerifyRequestWithBody extends VerifyRequest {
  readonly rawBody: Uint8Array
}

type HeaderCall = [
  name: string,
  check: (request: VerifyRequest) => boolean | Promise<boolean>,
  options?: { readonly needsBody?: false },
]

type BodyCall = [
  name: string,
  check: (request: VerifyRequestWithBody) => boolean | Promise<boolean>,
  options: { readonly needsBody: true },
]

/**
 * Makes a verifier of any function: a signature over the body, a token service, a list of your own. Only exactly `true`
 * accepts a push. A throw or a rejection refuses it.
 *
 * @param name shown in the boot table and with errors
 * @param check must have no effect of its own, because a combination may ask it twice
 * @param options `needsBody: true` to be asked when the body is read: `request.rawBody` then holds its bytes
 * @throws FMW_VERIFIER_NAME_INVALID
 * @example
 * verifyWith('gateway', ({ headers }) => headers['x-gateway'] === 'inside')
 */
export function verifyWith(...call: BodyCall): Verifier
export function verifyWith(...call: HeaderCall): Verifier
export function verifyWith(...call: BodyCall | HeaderCall): Verifier {
  const [name] = call
  if (typeof name !== 'string' || name.trim() === '') {
    throw new VerifierNameInvalidError('verifyWith', 'the verifier needs a name to show in the boot table')
  }
  if (!needsBody(call)) return { name, check: failClosed(name, call[1]) }
  const [, check] = call
  return { name, needsBody: true, check: failClosed(name, (request) => hasBody(request) && check(request)) }
}

const needsBody = (call: BodyCall | HeaderCall): call is BodyCall => call[2]?.needsBody === true

const hasBody = (request: VerifyRequest): request is VerifyRequestWithBody => request.rawBody !== undefined

/** A question about a request, answered at once or later. */
export type Check = (request: VerifyRequest) => boolean | Promise<boolean>

/**
 * Wraps what others wrote so that it never throws or rejects, and only exactly `true` passes. An error goes to
 * the request's `onError`. Answers at once when the check does.
 *
 * @param verifier the name that goes with an error
 */
export function failClosed(verifier: string, check: (request: VerifyRequest) => unknown): Check {
  return (request) => {
    try {
      const answer = check(request)
      if (!isThenable(answer)) return answer === true
      return Promise.resolve(answer).then(isTrue, (error: unknown) => refuse(request, error, verifier))
    } catch (error) {
      return refuse(request, error, verifier)
    }
  }
}

function refuse(request: VerifyRequest, error: unknown, verifier: string): false {
  request.onError?.(error, verifier)
  return false
}

const isTrue = (answer: unknown) => answer === true
