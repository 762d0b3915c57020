import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The rooms of `src/` as docs/architecture.md lists them: an import points down this list or stays in its row.
 * A file that lies in `src/` itself is a room of its own name.
 */
export const rows: readonly (readonly string[])[] = [
  ['index', 'plugin'],
  ['cli', 'simulator', 'testing'],
  ['registration'],
  ['http', 'admin'],
  ['conversation'],
  ['turns'],
  ['payments'],
  ['inbox'],
  ['client'],
  ['replies'],
  ['store'],
  ['verify'],
  ['pushes'],
  ['text', 'catalogue'],
  ['check-node', 'clock', 'is-thenable', 'log', 'own-options', 'trace'],
]

/** One import of one file. */
export interface Arrow {
  /** From `src/`. */
  readonly file: string
  readonly from: string
  /** A room, or the package that is imported. */
  readonly to: string
  readonly isPackage: boolean
}

/** Every import of every file of `src/`, but for those inside one room. */
export function arrows(): Arrow[] {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => arrowsOf(file, readFileSync(root + file, 'utf8')))
    .filter(({ from, to }) => from !== to)
}

function arrowsOf(file: string, text: string): Arrow[] {
  const from = roomOf(file)
  // As the formatter writes them: one line, or several of which the last has the name of the file.
  const imports = text.matchAll(/^(?:import|export|\})(?:[^'\n]* from)? '([^']+)'$|\bimport\('([^']+)'\)/gm)
  return [...imports].map(([, whole, inner]) => {
    const specifier = whole ?? inner ?? ''
    const isPackage = !specifier.startsWith('.')
    const to = isPackage ? packageOf(specifier) : roomOf(new URL(specifier, `file:///${file}`).pathname.slice(1))
    return { file, from, to, isPackage }
  })
}

function roomOf(file: string): string {
  const [first = ''] = file.split('/')
  return first.replace(/\.ts$/, '')
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
