import { ownOptions } from '../../own-options.ts'
import { describeValue } from './describe-value.ts'
import { ReplyOptionNameError, ReplyOptionValueError } from './errors.ts'

/**
 * The known word that a misspelt one most likely means, whatever its casing; undefined when none is near.
 *
 * @example
 * ```ts
 * nearestWord('clientstate', ['state', 'clientState']) // 'clientState'
 * ```
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestLikeness = leastLikeness
  for (const candidate of known) {
    const likeness = likenessOf(word, candidate)
    if (likeness >= bestLikeness) {
      best = candidate
      bestLikeness = likeness
    }
  }
  return best
}

// Below one half a suggestion misleads more often than it helps.
const leastLikeness = 0.5

/** The share of neighbouring letter pairs that two words have in common, from 0 to 1. */
function likenessOf(one: string, other: string): number {
  const pairs = pairsOf(one)
  const otherPairs = pairsOf(other)
  let shared = 0
  for (const pair of otherPairs) if (pairs.has(pair)) shared += 2
  return shared / (pairs.size + otherPairs.size)
}

function pairsOf(word: string): Set<string> {
  const letters = ` ${word.toLowerCase()} `
  const pairs = new Set<string>()
  for (let start = 0; start < letters.length - 1; start++) pairs.add(letters.slice(start, start + 2))
  return pairs
}

/**
 * The known word that another most likely means: what people are used to write for it comes before a like spelling, as
 * `message` for `content` is nothing that is misspelt. Undefined when none is near.
 *
 * @param habits known words by what is written for them, in small letters
 * @example
 * meantWord('message', ['content', 'flashMessage'], new Map([['message', 'content']])) // 'content'
 */
export function meantWord(
  word: string,
  known: readonly string[],
  habits: ReadonlyMap<string, string>,
): string | undefined {
  const meant = habits.get(word.toLowerCase())
  return meant !== undefined && known.includes(meant) ? meant : nearestWord(word, known)
}

/**
 * Refuses what is no object, and every name in it that is not known: in JavaScript a misspelt `clientstate`
 * would otherwise be lost without a word.
 *
 * @throws FMW_REPLY_OPTION_NAME naming the nearest known name
 * @throws FMW_REPLY_OPTION_VALUE when `given` is no object
 * @example
 * ```ts
 * checkNames('turn.end', ['state', 'label'], { state: null }) // fine
 * ```
 */
export function checkNames<Given extends object>(where: string, known: readonly string[], given: Given): Given {
  // The type says object; callers in plain JavaScript are not held to it.
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ReplyOptionValueError(where, 'options', 'an object', describeValue(given))
  }
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw unknownName(where, known, name)
  }
  return ownOptions(given)
}

function unknownName(where: string, known: readonly string[], name: string) {
  // A name is code and may be shown; cut, because a spread object may bring any.
  const shown = name.slice(0, 40)
  const nearest = nearestWord(shown, known)
  const hint = nearest === undefined ? '' : `; "${nearest}" may be meant`
  return new ReplyOptionNameError(where, shown, hint, known.join(', '))
}
