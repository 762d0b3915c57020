import { foldName } from '../../text/fold-name.ts'

/**
 * The words of `Type` that the reference knows (2.5, 2.7).
 *
 * @example
 * const endings: readonly TypeWord[] = ['release', 'timeout']
 */
export type TypeWord = 'initiation' | 'response' | 'release' | 'timeout' | 'addToCart'

/**
 * A word list that the service may add to: known words are offered, others are allowed.
 *
 * @example
 * const known: Open<TypeWord> = 'initiation'
 * const newer: Open<TypeWord> = 'transfer' // a word that is younger than this version
 */
export type Open<Word extends string> = Word | (string & {})

const words = new Map<string, TypeWord>([
  ['initiation', 'initiation'],
  ['response', 'response'],
  ['release', 'release'],
  ['timeout', 'timeout'],
  ['addtocart', 'addToCart'],
])
// The spellings of the reference, found without folding.
for (const [folded, word] of [...words]) {
  words.set(word, word)
  words.set(word.charAt(0).toUpperCase() + word.slice(1), word)
  words.set(folded, word)
}

/** Reads `Type` whatever its casing; a word that is not known is kept as it came (field notes, "Type"). */
export function readTypeWord(text: string): Open<TypeWord> {
  return words.get(text) ?? words.get(foldName(text.trim())) ?? text
}

/** Whether a type is one of the words that are known. */
export function isTypeWord(type: string): type is TypeWord {
  return words.get(type) === type
}
