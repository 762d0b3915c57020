import { ownOptions } from '../own-options.ts'
import { missingVariable } from '../text/missing-variable.ts'
import { rememberSecret } from '../text/secrets/known-secrets.ts'
import { SecretMissingError, VerifierNameInvalidError } from './errors.ts'
import { matchesSecret, readSecret } from './secrets.ts'
import type { Verifier } from './verifier.ts'

/**
 * A user name and its password. `undefined` is in the types for `process.env`, and refused at boot.
 *
 * @example
 * const current: Credentials = { username: 'service', password: process.env.PUSH_PASSWORD }
 * basic([current, { username: 'service', password: process.env.OLD_PUSH_PASSWORD }])
 */
export interface Credentials {
  readonly username: string | undefined
  readonly password: string | undefined
}

/**
 * Accepts pushes with HTTP Basic authentication (RFC 7617): a user name and a password. The 401 carries the challenge.
 *
 * @param credentials one pair, or several to rotate them, the current one of each user first; passwords have at least 8 characters, and no comma
 * @throws FMW_VERIFIER_NAME_INVALID for a user name, FMW_VERIFIER_SECRET_MISSING, FMW_VERIFIER_SECRET_TOO_SHORT,
 * FMW_VERIFIER_SECRET_UNUSABLE
 * @example
 * basic({ username: 'service', password: process.env.PUSH_PASSWORD })
 */
export function basic(credentials: Credentials | readonly Credentials[]): Verifier {
  const pairs = isList(credentials) ? credentials : [credentials]
  const [current, ...old] = pairs.map((pair, index) =>
    encode(pair, pairs.length === 1 ? '' : ` ${index + 1} of ${pairs.length}`),
  )
  if (current === undefined) throw new SecretMissingError('basic', 'the list of credentials is empty')
  // One pair has exactly one strict base64 text, and a user name cannot hold a colon. So comparing the encoded
  // text compares both parts at once, and refuses whatever is not strict without decoding it.
  const accepted = [current, ...old] as const
  // Another user is another sender. Another password of the same user is an old one.
  const isFirst = (at: number) => pairs.findIndex(({ username }) => username === pairs[at]?.username) === at
  const matches = matchesSecret(
    'basic',
    accepted,
    accepted.filter((_, at) => isFirst(at)),
  )
  return {
    name: 'basic',
    challenge: 'Basic realm="pushes", charset="UTF-8"',
    check: (request) => matches(tokenOf(request.headers.authorization), request),
  }
}

function encode(pair: Credentials, position: string): string {
  const { username, password } = ownOptions(pair)
  if (typeof username !== 'string' || username === '' || /[:\p{Cc}]/u.test(username) || !username.isWellFormed()) {
    throw new VerifierNameInvalidError(
      'basic',
      `user name${position} is missing, or contains a colon or a control character, which Basic authentication cannot carry`,
    )
  }
  const missing = missingVariable(username)
  if (missing !== undefined) throw new SecretMissingError('basic', `user name${position} has '${missing}' in it`)
  const secret = readSecret('basic', `password${position}`, password, () => undefined)
  const token = Buffer.from(`${username}:${secret}`).toString('base64')
  rememberSecret(token)
  return token
}

/** What follows the scheme, which is written in any case (RFC 9110, section 11.1). */
function tokenOf(authorization: unknown): string | undefined {
  if (typeof authorization !== 'string' || authorization.slice(0, 6).toLowerCase() !== 'basic ') return undefined
  return authorization.slice(6).replace(/^ +/, '')
}

const isList = (value: Credentials | readonly Credentials[]): value is readonly Credentials[] => Array.isArray(value)
