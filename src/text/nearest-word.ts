import { ownOptions } from '../own-options.ts'

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
 * Names of an object that nobody reads are mistakes: a handler that is never called, a limit that never holds.
 *
 * @param wrong makes the error of the first of them, of what is wrong with it in words that follow its name
 * @returns what is the object's own
 * @throws what `wrong` makes
 */
export function onlyKnown<Given extends object>(
  given: Given,
  known: readonly string[],
  wrong: (name: string, problem: string) => Error,
): Given {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const nearest = nearestWord(name, known)
    const hint = nearest === undefined ? '' : `; '${nearest}' may be meant`
    throw wrong(name, `is not one that is known${hint}; there are: ${known.join(', ')}`)
  }
  return ownOptions(given)
}

/** What is said of a word that is none of those that are known: which one may be meant, or else all of them. */
export function hintOf(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known)
  return nearest === undefined ? `there are ${known.join(', ')}` : `'${nearest}' may be meant`
}
