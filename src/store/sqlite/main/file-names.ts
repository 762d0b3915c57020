import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileName } from './thread.ts'

/** The files of a store, from that of its inbox. */
export function filesOf(file: string): Readonly<Record<FileName, string>> {
  return { inbox: file, turns: `${file}-turns` }
}

/** The files with something in them that others on this machine can read, by the rights of the files and of their folder. */
export function filesOthersRead(file: string): readonly string[] {
  if (!isOpenToOthers(dirname(file), toEnter)) return []
  const all = Object.values(filesOf(file)).flatMap((one) => [one, `${one}-wal`, `${one}-shm`])
  return all.filter((one) => isOpenToOthers(one, toRead))
}

const toRead = 0o004
const toEnter = 0o001

function isOpenToOthers(path: string, right: number): boolean {
  // Windows has no such rights: Node shows those of everybody.
  if (process.platform === 'win32') return false
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & right) !== 0
}

/** Why no store can be at that path, and what to do; undefined where one can. */
export function placeTrouble(file: string): string | undefined {
  const folder = dirname(file)
  if (!isFolder(folder)) return `there is no folder ${folder}: make it, or give the path of another file`
  if (!isFolder(file)) return undefined
  return `it is a folder: give the path of a file in it, such as ${JSON.stringify(join(file, 'merchant.db'))}`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * The file with a second name, a hard link, where there is one. Lock and log go by the name, so two processes could work on it unseen, and
 * SQLite would lose what one of them has committed.
 */
export function linkedFile(file: string): string | undefined {
  return Object.values(filesOf(file)).find((one) => (statSync(one, { throwIfNoEntry: false })?.nlink ?? 1) > 1)
}

/** One name for one file, however it was reached: locks and engines go by it. */
export function realFile(file: string): string {
  const path = resolve(file)
  return real(path) ?? join(real(dirname(path)) ?? dirname(path), basename(path))
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
