import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../../pushes/reading/json.ts'

/** What a project's package.json says, as far as it matters here. */
export interface PackageFile {
  readonly dependencies: readonly string[]
  readonly scripts: readonly string[]
}

/** Of a folder; empty where it has none, or one that can't be read. */
export function readPackageFile(folder: string): PackageFile {
  const json = readJson(join(folder, 'package.json'))
  return {
    dependencies: Object.keys(recordAt(json, 'dependencies')),
    scripts: Object.values(recordAt(json, 'scripts')).map(String),
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function recordAt(json: unknown, name: string): Readonly<Record<string, unknown>> {
  const held = isRecord(json) ? json[name] : undefined
  return isRecord(held) ? held : {}
}
