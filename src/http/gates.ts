import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { logSafely } from '../log.ts'
import { isRecord } from '../pushes/reading/json.ts'
import { logError } from '../text/describe-error.ts'
import { failClosed, type Verifier, type VerifyRequest } from '../verify/verifier.ts'
import { carriedBy } from './carried.ts'
import { notVerified, refused, sendProblem } from './problems.ts'

/** Asks a verifier, and goes on only if it says yes. */
export type Gate = (request: FastifyRequest, reply: FastifyReply, pass: () => void) => void

/** A verifier's two moments: before the body is read, and before it is parsed. Undefined where it has no say. */
export interface Gates {
  readonly beforeBody: Gate | undefined
  readonly beforeParsing: Gate | undefined
}

/** How long a verifier may take, and what hears of a push that it refused. */
export interface GateSettings {
  readonly clock: Clock
  /** ms */
  readonly timeout: number
  readonly onRefused: () => void
}

/**
 * Builds a verifier's gates. What a verifier of the merchant's own throws counts as a no; one that never answers must not
 * hold the request for ever.
 */
export function buildGates(verifier: Verifier, kinds: readonly [string, ...string[]], settings: GateSettings): Gates {
  if (verifier.name === 'none') return { beforeBody: undefined, beforeParsing: undefined }
  const check = gate(verifier, verifier.check, kinds, settings, oldSecretTeller(kinds, settings.clock))
  if (verifier.needsBody !== true) return { beforeBody: check, beforeParsing: undefined }
  const { beforeBody } = verifier
  return { beforeBody: beforeBody && gate(verifier, beforeBody, kinds, settings, tellNothing), beforeParsing: check }
}

function gate(
  { name, challenge, queryNames = [], headerNames = [] }: Verifier,
  check: Verifier['check'],
  kinds: readonly [string, ...string[]],
  { clock, timeout, onRefused }: GateSettings,
  tellOfOldSecret: TellOfOldSecret,
): Gate {
  const isAllowed = failClosed(name, check)
  const refuse = (request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    onRefused()
    logSafely(
      request.log,
      'warn',
      { kind: kinds[0], verifier: name },
      'a push was refused: its verifier did not let it in',
    )
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    sendProblem(reply, refused)
  }
  const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
    request.merchantHasSeen = true
    logSafely(
      request.log,
      'error',
      { kind: kinds[0], verifier: name, timeout },
      'a push was not taken: its verifier did not answer',
    )
    sendProblem(reply, notVerified)
  }
  return (request, reply, pass) => {
    const asked = new FastifyVerifyRequest(request, kinds, { queryNames, headerNames })
    const answer = isAllowed(asked)
    const letIn = (): void => {
      if (asked.oldSecretOf !== undefined) tellOfOldSecret(request, asked.oldSecretOf)
      pass()
    }
    if (answer === true) letIn()
    else if (answer === false) refuse(request, reply)
    else {
      let isLate = false
      const cancel = clock.after(timeout, () => {
        isLate = true
        giveUp(request, reply)
      })
      answer.then((allowed) => {
        cancel()
        if (isLate) return
        if (allowed) letIn()
        else refuse(request, reply)
      })
    }
  }
}

/** Says now and then that pushes with an old secret come. It is said of those alone that were let in. */
type TellOfOldSecret = (request: FastifyRequest, verifier: string) => void

function oldSecretTeller(kinds: readonly string[], clock: Clock): TellOfOldSecret {
  let toldAt = Number.NEGATIVE_INFINITY
  return (request, verifier) => {
    const now = clock.monotonic()
    if (now - toldAt < toldEvery) return
    toldAt = now
    logSafely(
      request.log,
      'warn',
      { kinds, verifier },
      'a push has an old secret: the service does not use the new one for it',
    )
  }
}

/** Before the body is read: whether a push is let in is not known yet. */
const tellNothing: TellOfOldSecret = () => undefined

/** ms. Old secrets may come with every push for days. */
const toldEvery = 60_000

const noBytes = new Uint8Array()
const none: Readonly<Record<string, never>> = Object.freeze({})

/** Where a verifier looks for secrets. */
type SecretNames = Required<{ readonly [Names in 'queryNames' | 'headerNames']: readonly string[] }>

/** A request as verifiers see it, knowing no Fastify. */
class FastifyVerifyRequest implements VerifyRequest {
  readonly kinds: readonly [string, ...string[]]
  /** The verifier that got one of its old secrets. */
  oldSecretOf: string | undefined
  readonly #request: FastifyRequest
  readonly #names: SecretNames

  constructor(request: FastifyRequest, kinds: readonly [string, ...string[]], names: SecretNames) {
    this.#request = request
    this.kinds = kinds
    this.#names = names
  }

  get kind(): string {
    return this.kinds[0]
  }

  get method(): string {
    return this.#request.method
  }

  get params(): Readonly<Record<string, string | undefined>> {
    const { params } = this.#request
    return isTextRecord(params) ? params : none
  }

  get query(): Readonly<Record<string, unknown>> {
    const { query, url } = this.#request
    const parsed = isRecord(query) ? query : none
    const { queryNames } = this.#names
    return queryNames.length === 0 ? parsed : withRepeatedParameters(parsed, url, queryNames)
  }

  get headers(): VerifyRequest['headers'] {
    return withRepeatedHeaders(this.#request.raw, this.#names.headerNames)
  }

  // The socket's own peer: request.ip may follow a forwarded header where the host trusts proxies.
  get remoteAddress(): string | undefined {
    return this.#request.raw.socket.remoteAddress
  }

  /** Empty before the body is read, and where there is none. */
  get rawBody(): Uint8Array {
    const { body } = this.#request
    return body instanceof Uint8Array ? body : noBytes
  }

  // Made when it is asked for: nearly no verifier fails.
  get onError(): (error: unknown, verifier: string) => void {
    const request = this.#request
    return (error, verifier) =>
      logError(
        request.log,
        'error',
        error,
        'a verifier failed: the request is refused',
        { verifier },
        carriedBy(request),
      )
  }

  get onOldSecret(): (verifier: string) => void {
    return (verifier) => {
      this.oldSecretOf = verifier
    }
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  for (const name in value) {
    if (typeof value[name] !== 'string') return false
  }
  return true
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The headers as node gives them, but for credentials that came twice: all of them, as a list. Node shows the first
 * `authorization` alone, and a proxy may look at the other one.
 *
 * @param names other headers with credentials, in lower case
 */
function withRepeatedHeaders(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  names: readonly string[],
): Headers {
  const repeated: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [at, written] of rawHeaders.entries()) {
    if (at % 2 === 1) continue
    const name = written.toLowerCase()
    if (seen.has(name) && (usual.has(name) || names.includes(name))) repeated[name] = valuesOf(rawHeaders, name)
    seen.add(name)
  }
  return Object.keys(repeated).length === 0 ? headers : { ...headers, ...repeated }
}

const usual: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization'])

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

/**
 * The query as it was parsed, but for names that came twice: all of it, as a list, though a parser of the application keeps
 * one. What a hook has taken away stays away.
 *
 * @param names to be looked at
 */
function withRepeatedParameters(
  query: Readonly<Record<string, unknown>>,
  url: string,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const came = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const repeated = names.filter((name) => name in query && came.getAll(name).length > 1)
  return repeated.length === 0
    ? query
    : { ...query, ...Object.fromEntries(repeated.map((name) => [name, came.getAll(name)])) }
}
