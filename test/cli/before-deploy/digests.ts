import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What stands in the files of a SQLite store, one by one. */
export function digestsOf(file: string): readonly string[] {
  const parts = ['', '-wal', '-turns', '-turns-wal']
  return parts.map((part) =>
    createHash('sha256')
      .update(readFileSync(file + part))
      .digest('hex'),
  )
}
