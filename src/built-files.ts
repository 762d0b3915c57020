import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { ownFolder } from './own-folder.ts'

/** A file of the page, in memory. */
export interface BuiltFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
}

/** A page that `npm run build` made, by its folder in `dist`: its files are read at the first request. */
export class BuiltPage {
  readonly #folder: URL
  #files: ReadonlyMap<string, BuiltFile> | undefined

  constructor(name: string) {
    // The same from `src` and from `dist`.
    this.#folder = new URL(`../dist/${name}/`, ownFolder)
  }

  /** A file by its path; undefined where there is none, or the page isn't built. */
  file(path: string): BuiltFile | undefined {
    this.#files ??= new Map(namesIn(this.#folder).map((name) => [name, fileOf(this.#folder, name)]))
    return this.#files.get(path)
  }
}

/**
 * What a page is answered with: nothing but its own files runs, nothing is loaded from elsewhere, and no other page
 * may show it.
 *
 * @param also directives of the content security policy that this page needs besides
 */
export function pageHeaders(...also: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [...policy, ...also].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

/** What this package says of itself; the same from `src` and from `dist`. */
export function readOwnPackage(): OwnPackage {
  return JSON.parse(readFileSync(new URL('../package.json', ownFolder), 'utf8'))
}

/** Of its `package.json`. */
export interface OwnPackage {
  readonly name: string
  readonly version: string
  readonly peerDependencies: { readonly fastify: string }
  readonly devDependencies: { readonly '@types/node': string; readonly typescript: string }
}

/** What is said where a file is wanted that isn't there. */
export const missingFile =
  'This file of the page is not there: reload the page. In the source of the package: npm run build.\n'

/** A name that has the hash of what is in the file. */
export const keptForEver = 'max-age=31536000, immutable'

function namesIn(directory: URL): string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    return entries.map((name) => name.replaceAll('\\', '/')).filter((name) => types.has(extname(name)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function fileOf(folder: URL, name: string): BuiltFile {
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
