import { describeValue } from '../../replies/checks/describe-value.ts'
import { missingInAddress, missingSecret, sameCharacter } from '../../text/missing-variable.ts'
import { onlyKnown } from '../../text/nearest-word.ts'
import { withoutEnd } from '../../text/without-end.ts'
import { FMW_OPTION } from '../errors.ts'

/** A whole number from `least` to what a timer can hold; bytes have no timer. @throws FMW_OPTION */
export function checkWhole(option: string, value: number, least: number): number {
  const unit = unitOf(option)
  const greatest = unit === ', in bytes' ? Number.MAX_SAFE_INTEGER : longestTimer
  if (!Number.isInteger(value) || value < least || value > greatest) {
    const range = `must be a whole number from ${least} to ${greatest}`
    throw new FMW_OPTION(option, `${range}${unit}, but it is ${describeValue(value)}`)
  }
  return value
}

/** What an option counts, as its name says: time is in ms. */
function unitOf(option: string): string {
  if (/Days$/.test(option)) return ', in days'
  if (/bytes$|\bbodyLimit$/i.test(option)) return ', in bytes'
  return /\.(?:attempts|max|rejected)$|\bconcurrency$/.test(option) ? '' : ', in ms'
}

// A timer of more ms than this fires at once: "no time-out" would be the shortest of all.
const longestTimer = 2_147_483_647

/** A path that starts with a slash, ends without one, and has no parameters of its own. @throws FMW_OPTION */
export function checkPath(option: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?:\/[^/:*?#\s]+)+$/.test(value)) {
    throw new FMW_OPTION(option, "must be a path such as '/ussd', without parameters and without a slash at its end")
  }
  checkNothingMissing(option, missingInAddress(value))
  return value
}

/** An absolute http(s) address without query and fragment; its slash at the end is taken off. @throws FMW_OPTION */
export function checkPublicUrl(value: unknown): string {
  const problem = "must be an address such as 'https://shop.example', without a query"
  if (typeof value === 'string') checkNothingMissing('publicUrl', missingInAddress(value))
  if (typeof value !== 'string' || !URL.canParse(value)) throw new FMW_OPTION('publicUrl', problem)
  const { protocol, search, hash, username, password, href } = new URL(value)
  if (!/^https?:$/.test(protocol) || search + hash + username + password !== '') {
    throw new FMW_OPTION('publicUrl', problem)
  }
  return withoutEnd(href, '/')
}

/**
 * Text with a word in it that a template string writes for a variable that is not set.
 *
 * @param word what `missingVariable` or `missingInAddress` found
 * @throws FMW_OPTION
 */
export function checkNothingMissing(option: string, word: string | undefined): void {
  if (word === undefined) return
  throw new FMW_OPTION(option, `has '${word}' in it; if it comes from the environment, see that the variable is set`)
}

/** A secret that is a placeholder, or one character again and again. @throws FMW_OPTION */
export function checkSecret(option: string, secret: string): void {
  checkNothingMissing(option, missingSecret(secret))
  const same = sameCharacter(secret)
  if (same !== undefined) throw new FMW_OPTION(option, `${same}: anybody can guess it`)
}

/** Refuses names that nobody reads. @returns what is the object's own @throws FMW_OPTION */
export function checkNames<Given extends object>(owner: string, given: Given, known: readonly string[]): Given {
  return onlyKnown(given, known, (name, problem) => new FMW_OPTION(owner + name, problem))
}

/** True or false, or nothing. @throws FMW_OPTION */
export function checkBoolean(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw new FMW_OPTION(option, 'must be true or false')
}

/** A function, or nothing. @throws FMW_OPTION */
export function checkFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw new FMW_OPTION(option, 'must be a function')
}
