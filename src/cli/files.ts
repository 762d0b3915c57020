import { type Stats, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { shownWord } from '../simulator/wire/shown-address.ts'
import { printable } from '../text/clean-text.ts'
import { codeOf, messageOf } from '../text/message-of.ts'

/**
 * What is there may have been changed by hand: nothing is written over it, and nobody else may read it.
 *
 * @param option that named the file
 */
export async function writeNew(file: string, text: string, option = '--out'): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new Error(`${option}: there is a file ${printable(file)} already.`)
    }
    throw notWritten(option, file, error)
  }
}

/** What stood in the way of a file that an option names. */
export function notWritten(option: string, file: string, error: unknown): Error {
  return new Error(`${option}: ${printable(file)} can't be written: ${messageOf(error)}.`)
}

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
