import type { VerifyRequest } from '../../src/verify/index.ts'

/** A push of kind `ussd` that carries nothing to verify, with the parts a test is about. */
export function requestWith(parts: Partial<VerifyRequest>): VerifyRequest {
  return {
    kind: 'ussd',
    kinds: ['ussd'],
    method: 'POST',
    params: {},
    query: {},
    headers: {},
    remoteAddress: '192.0.2.1',
    ...parts,
  }
}
