import { VerifierNameInvalidError } from './errors.ts'

/** The header's name in lower case, as node gives it. Throws FMW_VERIFIER_NAME_INVALID. */
export function readHeaderName(verifier: string, name: string): string {
  if (typeof name !== 'string' || !token.test(name)) {
    throw new VerifierNameInvalidError(verifier, 'the header needs a name of letters, digits and dashes')
  }
  return name.toLowerCase()
}

/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/
