import { VerifierNameInvalidError } from './errors.ts'
import { matchesSecret, readSecrets, type Secrets, type Unfit } from './secrets.ts'
import type { Verifier } from './verifier.ts'

/**
 * Accepts pushes with a secret in a header. Use it with a gateway in front of the application that adds one. A repeated
 * header is refused.
 *
 * @param name the header, in any case
 * @param secrets at least 8 printable ASCII characters, without a comma; the first is the current one, the others still pass
 * @throws FMW_VERIFIER_NAME_INVALID, FMW_VERIFIER_SECRET_MISSING, FMW_VERIFIER_SECRET_TOO_SHORT,
 * FMW_VERIFIER_SECRET_UNUSABLE
 * @example
 * secretHeader('x-push-token', process.env.PUSH_TOKEN)
 */
export function secretHeader(name: string, secrets: Secrets): Verifier {
  const header = readHeaderName('secretHeader', name)
  const verifier = `secretHeader(${header})`
  const matches = matchesSecret(verifier, readSecrets(verifier, secrets, unfitForHeader))
  return {
    name: verifier,
    headerNames: [header],
    check: (request) => matches(request.headers[header], request),
  }
}

/** HTTP names no encoding for header values: senders and node disagree about anything outside ASCII. */
const unfitForHeader: Unfit = (secret) =>
  /^[ -~]+$/.test(secret) ? undefined : 'contains a character outside printable ASCII'

/** The header's name in lower case, as node gives it. Throws FMW_VERIFIER_NAME_INVALID. */
export function readHeaderName(verifier: string, name: string): string {
  if (typeof name !== 'string' || !token.test(name)) {
    throw new VerifierNameInvalidError(verifier, 'the header needs a name of letters, digits and dashes')
  }
  return name.toLowerCase()
}

/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/
