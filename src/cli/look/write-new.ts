import { writeFile } from 'node:fs/promises'
import { printable } from '../../text/clean-text.ts'

/** What is there may have been changed by hand: nothing is written over it, and nobody else may read it. */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`--out: there is a file ${printable(file)} already.`)
    }
    throw error
  }
}
