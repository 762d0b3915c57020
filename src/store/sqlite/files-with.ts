import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { filesOf, realFile } from './main/file-names.ts'

/**
 * Which of the files of a store have a text in their bytes, in rows or in what is left of those that are gone. Only for a process
 * that has no store open on them: closing a file frees all locks that its process has on it.
 *
 * @param isIn whether it is in a piece of a file, read as Latin-1: it takes 100 bytes at most
 */
export function filesWith(isIn: (piece: string) => boolean, file: string): readonly string[] {
  const files = Object.values(filesOf(realFile(file))).flatMap((each) => [each, `${each}-wal`])
  return files.filter((each) => existsSync(each) && hasText(each, isIn))
}

function hasText(file: string, isIn: (piece: string) => boolean): boolean {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(chunkSize)
    for (let from = 0; ; from += chunkSize - longestText) {
      const read = readSync(handle, bytes, 0, chunkSize, from)
      if (isIn(bytes.toString('latin1', 0, read))) return true
      if (read < chunkSize) return false
    }
  } finally {
    closeSync(handle)
  }
}

const chunkSize = 1_048_576
const longestText = 100
