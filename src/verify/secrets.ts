import { timingSafeEqual } from 'node:crypto'
import { missingSecret, sameCharacter } from '../text/missing-variable.ts'
import { rememberSecret } from '../text/secrets/known-secrets.ts'
import { SecretMissingError, SecretTooShortError, SecretUnusableError } from './errors.ts'
import type { VerifyRequest } from './verifier.ts'

/**
 * One secret, or several: the first is the current one, the others are old ones that still pass (rotation).
 * `undefined` is in the type so that `process.env.PUSH_SECRET` compiles; it is refused at boot, as are an empty
 * list and secrets that are empty, shorter than 8 characters, contain a comma, or could not arrive as they are written.
 *
 * @example
 * secretPath(process.env.PUSH_SECRET)
 * secretPath(process.env.PUSH_SECRET?.split(','))
 */
export type Secrets = string | undefined | readonly (string | undefined)[]

/** What keeps a secret from being carried where the verifier looks for it, such as `'contains a slash'`. */
export type Unfit = (secret: string) => string | undefined

/** The secrets as plain strings, the current one first. Throws the coded errors of `errors.ts`. */
export function readSecrets(verifier: string, secrets: Secrets, unfit: Unfit): readonly [string, ...string[]] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets]
  if (list.length === 0) throw new SecretMissingError(verifier, 'the list of secrets is empty')
  const [current, ...old] = list
  const which = (index: number) => (list.length === 1 ? 'the secret' : `secret ${index + 1} of ${list.length}`)
  return [
    readSecret(verifier, which(0), current, unfit),
    ...old.map((secret, index) => readSecret(verifier, which(index + 1), secret, unfit)),
  ]
}

/** One secret as a plain string. `which` names it in the error, because its text may not be shown. */
export function readSecret(verifier: string, which: string, secret: unknown, unfit: Unfit): string {
  if (typeof secret !== 'string') throw new SecretMissingError(verifier, `${which} is ${kindOf(secret)}`)
  if (secret.trim() === '') throw new SecretMissingError(verifier, `${which} is empty`)
  const missing = missingSecret(secret)
  if (missing !== undefined) throw new SecretMissingError(verifier, `${which} has '${missing}' in it`)
  const same = sameCharacter(secret)
  if (same !== undefined) throw new SecretUnusableError(verifier, which, same)
  if (secret.length < shortestSecret) throw new SecretTooShortError(verifier, which, shortestSecret)
  if (secret.includes(',')) throw new SecretUnusableError(verifier, which, severalInOne)
  const problem = unfitAnywhere(secret) ?? unfit(secret)
  if (problem !== undefined)
    throw new SecretUnusableError(verifier, which, `${problem}, so no request could carry it as written`)
  rememberSecret(secret)
  return secret
}

/** Two secrets that were meant to be a list would be one that nobody sends: every push would be refused. */
const severalInOne = "contains a comma. To accept several, give a list, as PUSH_SECRET.split(',') makes one"

/** In characters. Long enough that a word typed to try things out stays possible, and `test` does not. */
const shortestSecret = 8

/** A line break read from a file with the secret is the usual way to get one that never matches. */
const unfitAnywhere: Unfit = (secret) => {
  if (secret.trim() !== secret) return 'begins or ends with white space'
  if (/\p{Cc}/u.test(secret)) return 'contains a control character'
  if (!secret.isWellFormed()) return 'is not well-formed Unicode'
  return undefined
}

const kindOf = (value: unknown) =>
  value === undefined || value === null ? String(value) : `no string: ${typeof value}`

/**
 * Whether a value that came with a request is one of the expected texts. How long it takes tells how long the
 * texts are and how many, never how much of one was right: as many UTF-16 units of the value as each text has
 * are copied, zero where the value is shorter, every text is compared, and the lengths are compared apart.
 *
 * @param expected at least one text, well-formed and without NUL
 */
export function matchesAny(expected: readonly string[]): (given: unknown) => boolean {
  const slots = expected.map((text) => ({ units: unitsOf(text), copy: new Uint16Array(text.length) }))

  return (given) => {
    if (typeof given !== 'string') return false
    let matched = 0
    for (const { units, copy } of slots) {
      for (let at = 0; at < copy.length; at++) copy[at] = given.charCodeAt(at)
      matched |= Number(timingSafeEqual(copy, units)) & Number(given.length === units.length)
    }
    return matched === 1
  }
}

/**
 * The same for the secrets of a verifier, the current one first. Says on the request when an old one came: whoever sent it
 * learns nothing from the time that this takes, because they know that secret.
 *
 * @param verifier the name that goes with it
 * @param current those that are no old ones, where it is not the first alone
 */
export function matchesSecret(
  verifier: string,
  accepted: readonly [string, ...string[]],
  current: readonly string[] = [accepted[0]],
): (given: unknown, request: Pick<VerifyRequest, 'onOldSecret'>) => boolean {
  const matches = matchesAny(accepted)
  if (current.length === accepted.length) return matches
  const isCurrent = matchesAny(current)
  return (given, request) => {
    if (!matches(given)) return false
    if (!isCurrent(given)) request.onOldSecret?.(verifier)
    return true
  }
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}
