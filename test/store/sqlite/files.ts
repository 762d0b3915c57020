import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A file that is not there yet, in a directory of its own. */
export function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'merchant-sqlite-')), 'merchant.db')
}

/** Removes what `newFile` made. */
export function removeFiles(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true })
}
