import type { FastifyRequest } from 'fastify'
import { isRecord } from '../pushes/is-record.ts'
import { describeError } from '../text/describe-error.ts'
import type { VerifyRequest } from '../verify/verifier.ts'

/** A request as verifiers see it, knowing no Fastify. */
export function toVerifyRequest(request: FastifyRequest, kinds: readonly [string, ...string[]]): VerifyRequest {
  return new FastifyVerifyRequest(request, kinds)
}

const noBytes = new Uint8Array()
const none: Readonly<Record<string, never>> = Object.freeze({})

class FastifyVerifyRequest implements VerifyRequest {
  readonly kinds: readonly [string, ...string[]]
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest, kinds: readonly [string, ...string[]]) {
    this.#request = request
    this.kinds = kinds
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
    const { query } = this.#request
    return isRecord(query) ? query : none
  }

  get headers(): VerifyRequest['headers'] {
    return this.#request.raw.headers
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
    const { log } = this.#request
    return (error, verifier) =>
      log.error({ verifier, err: describeError(error) }, 'a verifier failed: the request is refused')
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  for (const name in value) {
    if (typeof value[name] !== 'string') return false
  }
  return true
}
