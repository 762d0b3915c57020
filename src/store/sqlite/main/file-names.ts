import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { FileName } from './messages.ts'

/** The files of a store, from that of its inbox. */
export function filesOf(file: string): Readonly<Record<FileName, string>> {
  return { inbox: file, turns: `${file}-turns` }
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
