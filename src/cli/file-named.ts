import { type Stats, statSync } from 'node:fs'
import { shownWord } from '../simulator/wire/shown-address.ts'
import { printable } from '../text/clean-text.ts'

/**
 * What stands where a word of a command points to. Whichever command it is, the same is said, and it ends with 1.
 *
 * @throws an error naming the file, where nothing is there
 */
export function fileNamed(word: string): Stats {
  const found = statSync(word, { throwIfNoEntry: false })
  if (found === undefined) throw noFile(word)
  return found
}

/** @param word of a command, which may be a pattern or an address */
export function noFile(word: string): Error {
  return new Error(`There is no file ${printable(shownWord(word))}.`)
}
