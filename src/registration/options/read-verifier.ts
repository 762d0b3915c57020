import { noVerifier, type Verifier } from '../../verify/index.ts'
import { FMW_OPTION, FMW_VERIFY_REQUIRED } from '../errors.ts'

/**
 * The verifier of a kind. Nobody gets in without a choice: leaving it out is refused, `'none'` must be written.
 *
 * @throws FMW_VERIFY_REQUIRED, FMW_OPTION
 */
export function readVerifier(kind: string, verify: Verifier | 'none' | undefined): Verifier {
  if (verify === undefined) throw new FMW_VERIFY_REQUIRED(kind)
  if (verify === 'none') return noVerifier
  if (typeof verify !== 'object' || verify === null || typeof verify.check !== 'function' || !verify.name) {
    throw new FMW_OPTION('verify', "must be a verifier such as secretPath(process.env.PUSH_SECRET), or 'none'")
  }
  if (verify.covers?.(kind) === false) {
    throw new FMW_OPTION('verify', `lets no ${kind} push in: ${verify.name} has nothing for that kind`)
  }
  if (verify.challenge !== undefined && !fitsHeader(verify.challenge)) {
    throw new FMW_OPTION(
      'verify',
      `must have a challenge that a header can carry: that of ${verify.name} cannot be sent`,
    )
  }
  return verify
}

/** What cannot be sent would be found out by the first push without proof, and end the process. In JavaScript anything may come. */
function fitsHeader(challenge: unknown): boolean {
  return typeof challenge === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(challenge)
}
