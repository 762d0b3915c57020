import { writeFile } from 'node:fs/promises'
import { printable } from '../../text/clean-text.ts'
import { codeOf } from '../../text/message-of.ts'

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
    throw error
  }
}
