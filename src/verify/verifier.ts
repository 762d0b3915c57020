import { isThenable } from '../is-thenable.ts'
import { VerifierNameInvalidError } from './errors.ts'

/**
 * What a verifier may look at. The service does not say how it proves its own pushes (reference 5.6), so
 * everything a merchant or a gateway in front of the merchant can add to a request is here.
 *
 * @example
 * const check = (request: VerifyRequest) => request.headers['x-push-token'] === undefined
 */
export interface VerifyRequest {
  /** Which push the path is for, such as `'ussd'`; when several kinds share the path, the first of them. */
  readonly kind: string
  /** Every kind the path is for. */
  readonly kinds: readonly string[]
  readonly method: string
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Query parameters as the framework parsed them: strings, or arrays of strings where one is repeated. */
  readonly query: Readonly<Record<string, unknown>>
  /**
   * Headers by lower-case name, as node's `IncomingHttpHeaders`, but for credentials that came twice: all of them, as a list.
   * They are `authorization`, `proxy-authorization` and what a verifier names in `headerNames`.
   */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The socket's own peer, never a forwarded header. `undefined` on a Unix socket. */
  readonly remoteAddress: string | undefined
  /** The body as it came, unparsed: only there for verifiers with `needsBody`. Empty when there was none. */
  readonly rawBody?: Uint8Array | undefined
  /** Called with the error of a verifier that threw or rejected. The request is still refused. */
  readonly onError?: ((error: unknown, verifier: string) => void) | undefined
  /**
   * Called with a verifier's name when the request has one of its old secrets: its sender doesn't know the current one. Told
   * only if the request is let in.
   */
  readonly onOldSecret?: ((verifier: string) => void) | undefined
}

/**
 * Decides whether a request may push. Only exactly `true` accepts it. Everything else refuses it, also a throw or a
 * rejection.
 *
 * @example
 * const afternoonsOnly: Verifier = {
 *   name: 'afternoonsOnly',
 *   check: () => new Date().getUTCHours() >= 12,
 * }
 */
export interface Verifier {
  /** Shown in the boot table. Never contains a secret. */
  readonly name: string
  /** Appended to the path of each kind: `'/:secret'`, or `'/:secret?'` where it may be left out. */
  readonly routePath?: string | undefined
  /** `check` looks at `rawBody`, so it runs after the body is read and before it is parsed. */
  readonly needsBody?: boolean | undefined
  /**
   * Called once for a request. In a combination that needs the body, it may be called twice: before the body and with
   * it. So a check must have no effect.
   */
  readonly check: (request: VerifyRequest) => boolean | Promise<boolean>
  /**
   * With `needsBody`: decides from the headers alone. `false` refuses without reading the body. `true` only means that
   * `check` will decide.
   */
  readonly beforeBody?: ((request: VerifyRequest) => boolean | Promise<boolean>) | undefined
  /** Whether a push of this kind can pass at all. `false` is refused at boot. Left out: every kind can. */
  readonly covers?: ((kind: string) => boolean) | undefined
  /** Appended to the address to register, percent-encoded: `'/s3cret'` or `'?key=s3cret'`. Itself a secret. */
  readonly address?: string | undefined
  /** Query parameters that carry secrets: taken out of the event's `raw`. */
  readonly queryNames?: readonly string[] | undefined
  /**
   * Headers that carry secrets, in lower case. One that came twice is a list of all its values, also where Node keeps the first
   * alone, as it does with `referer`. `authorization` and `proxy-authorization` always are.
   */
  readonly headerNames?: readonly string[] | undefined
  /**
   * Characters of the longest path parameter that passes, decoded. Fastify answers 414 to one beyond its `maxParamLength`, so
   * that stops the start. By default what `address` has.
   */
  readonly longestParameter?: number | undefined
  /** The `WWW-Authenticate` value that goes with the 401. */
  readonly challenge?: string | undefined
}

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

/**
 * Lets everybody push. Used only where the merchant wrote out `verify: 'none'`; it cannot be a member of a
 * combination, where it would open the whole of an `anyOf` unseen.
 */
export const noVerifier: Verifier = { name: 'none', check: () => true }
