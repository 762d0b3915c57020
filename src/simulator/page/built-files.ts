import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A file of the page, in memory. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
}

/** The files of the page by their paths, as `npm run build` made them; empty where it isn't built. */
export function builtFiles(): ReadonlyMap<string, BuiltFile> {
  files ??= new Map(namesIn(folder).map((name) => [name, fileOf(name)]))
  return files
}

let files: ReadonlyMap<string, BuiltFile> | undefined

// The same from `src` and from `dist`.
const folder = new URL('../../../dist/page/', import.meta.url)

function namesIn(directory: URL): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    return entries.map((name) => name.replaceAll('\\', '/')).filter((name) => types.has(extname(name)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function fileOf(name: string): BuiltFile {
  const bytes = readFileSync(new URL(name, folder))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { type: types.get(extname(name)) ?? '', etag, bytes }
}

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
])
