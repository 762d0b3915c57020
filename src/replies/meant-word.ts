import { nearestWord } from './nearest-word.ts'

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
