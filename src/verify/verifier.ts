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
  /** Headers by lower-case name, as node's `IncomingHttpHeaders`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The socket's own peer, never a forwarded header. `undefined` on a Unix socket. */
  readonly remoteAddress: string | undefined
  /** The body as it came, unparsed: only there for verifiers with `needsBody`. Empty when there was none. */
  readonly rawBody?: Uint8Array | undefined
  /** Called with the error of a verifier that threw or rejected. The request is still refused. */
  readonly onError?: ((error: unknown, verifier: string) => void) | undefined
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
  /** The `WWW-Authenticate` value that goes with the 401. */
  readonly challenge?: string | undefined
}
