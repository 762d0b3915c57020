import { statSync } from 'node:fs'

/**
 * Which files a connection works on. When somebody deletes or replaces one, SQLite goes on writing to what has no
 * name any more; so this is compared before each commit.
 */
export function inodesOf(file: string): string {
  return `${inodeOf(file)} ${inodeOf(`${file}-wal`)}`
}

/** The number of a file; undefined when it is not there. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}
