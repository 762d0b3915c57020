import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Finding, Level } from '../../../src/cli/doctor/finding.ts'
import { run } from '../run.ts'

/** What doctor found, and how it ended. */
export interface Doctored {
  readonly code: number
  readonly counts: Readonly<Record<Level, number>>
  readonly findings: readonly Finding[]
  /** What it says of a check: level, words, what to do. */
  readonly of: (check: string) => readonly string[]
}

export async function doctor(...args: readonly string[]): Promise<Doctored> {
  const { code, out, err } = await run('doctor', ...args, '--json')
  expect(out, err).toMatch(/^\{/)
  const { counts, findings }: Pick<Doctored, 'counts' | 'findings'> = JSON.parse(out)
  const linesOf = (check: string) =>
    findings.filter((one) => one.check === check).map(({ level, says, remedy }) => `${level}: ${says} ${remedy ?? ''}`)
  return { code, counts, findings, of: linesOf }
}

/** A folder with these files. @param root in memory when left out */
export function folderWith(files: Readonly<Record<string, string>> = {}, root = tmpdir()): string {
  const folder = mkdtempSync(join(root, 'merchant-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

export const doctorApp = (name: string): string => new URL(`./apps/${name}.ts`, import.meta.url).pathname
