import { writeFile } from 'node:fs/promises'
import { printable } from '../../text/clean-text.ts'
import { codeOf, messageOf } from '../../text/message-of.ts'

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
