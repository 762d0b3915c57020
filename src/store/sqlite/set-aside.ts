import { existsSync, renameSync, rmSync } from 'node:fs'

/**
 * Sets aside what is left of a file that is gone: SQLite would take an old log for that of a new file. Whoever calls this
 * owns the files.
 */
export function setAsideRemains(file: string): void {
  if (existsSync(file)) return
  rmSync(`${file}-shm`, { force: true })
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}-wal-of-a-lost-file`)
}
