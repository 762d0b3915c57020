import { VerifierNameInvalidError } from './errors.ts'
import { matchesSecret, readSecrets, type Secrets } from './secrets.ts'
import type { Verifier } from './verifier.ts'

/**
 * Accepts pushes with a secret in a query parameter, such as `?key=<secret>`. The parameter isn't in the event's `raw`,
 * and a repeated one is refused. Choose a name that no push uses (reference 4.11 lists those of inbound messages).
 * Prefer `secretPath`: some senders build the query themselves, and lose yours.
 *
 * @param name the parameter, in the case in which it arrives
 * @param secrets at least 8 characters, without a comma; the first is the one to register, the others still
 * pass
 * @throws FMW_VERIFIER_NAME_INVALID, FMW_VERIFIER_SECRET_MISSING, FMW_VERIFIER_SECRET_TOO_SHORT,
 * FMW_VERIFIER_SECRET_UNUSABLE
 * @example
 * secretQuery('key', process.env.PUSH_SECRET)
 */
export function secretQuery(name: string, secrets: Secrets): Verifier {
  if (typeof name !== 'string' || !unreserved.test(name)) {
    throw new VerifierNameInvalidError(
      'secretQuery',
      'the query parameter needs a name of letters, digits, dots, dashes and underscores',
    )
  }
  const verifier = `secretQuery(${name})`
  const accepted = readSecrets(verifier, secrets, () => undefined)
  const matches = matchesSecret(verifier, accepted)
  return {
    name: verifier,
    address: `?${name}=${encodeURIComponent(accepted[0])}`,
    queryNames: [name],
    check: (request) => matches(request.query[name], request),
  }
}

/** RFC 3986, section 2.3: what needs no percent-encoding, so that the name is the same everywhere. */
const unreserved = /^[\w.~-]+$/
