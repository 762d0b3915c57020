import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The rooms of `src/` as docs/architecture.md lists them: an import points down this list or stays in its row.
 * A file that lies in `src/` itself is a room of its own name.
 */
export const rows: readonly (readonly string[])[] = [
  ['index', 'plugin'],
  ['cli', 'simulator', 'testing'],
  ['operations'],
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
  [
    'built-files',
    'chain',
    'check-node',
    'clock',
    'is-thenable',
    'kept-tick',
    'log',
    'misuse',
    'never-sent',
    'only-looking',
    'own-folder',
    'own-options',
    'trace',
  ],
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

const root = fileURLToPath(new URL('../../src/', import.meta.url))

/** Every file of `src/`, from there, with what it imports: a file from `src/`, or a package. Types too. */
export const files: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, importsOf(file, readFileSync(root + file, 'utf8'))]),
)

/** Every import of every file of `src/`, but for those inside one room. */
export function arrows(): Arrow[] {
  return [...files]
    .flatMap(([file, imports]) =>
      imports.map((name) => {
        const isPackage = !files.has(name)
        return { file, from: roomOf(file), to: isPackage ? packageOf(name) : roomOf(name), isPackage }
      }),
    )
    .filter(({ from, to }) => from !== to)
}

/** What each room imports by no other room that it imports: the arrows of a picture. The small files of all rooms are none. */
export function drawnArrows(): string[] {
  const shared = rows.at(-1) ?? []
  const drawn = arrows().filter(
    ({ from, to, isPackage }) => !isPackage && !shared.includes(from) && !shared.includes(to),
  )
  const importedBy = Map.groupBy(drawn, ({ from }) => from)
  const directly = (room: string): string[] => [...new Set(importedBy.get(room)?.map(({ to }) => to))]
  // Imports point down the list, so this ends.
  const below = (room: string): string[] => directly(room).flatMap((next) => [next, ...below(next)])
  return [...importedBy.keys()].flatMap((from) => {
    const others = new Set(directly(from).flatMap(below))
    return directly(from)
      .filter((to) => !others.has(to))
      .map((to) => `${from} --> ${to}`)
  })
}

/** The first circle that an import closes, file by file; undefined where there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file])
      if (circle !== undefined) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const circle = visit(file, [])
    if (circle !== undefined) return circle
  }
  return undefined
}

function importsOf(file: string, text: string): string[] {
  // As the formatter writes them: one line, or several of which the last has the name of the file.
  const imports = text.matchAll(/^(?:import|export|\})(?:[^'\n]* from)? '([^']+)'$|\bimport\('([^']+)'\)/gm)
  return [...imports].map(([, whole, inner]) => {
    const name = whole ?? inner ?? ''
    return name.startsWith('.') ? new URL(name, `file:///${file}`).pathname.slice(1) : name
  })
}

function roomOf(file: string): string {
  const [first = ''] = file.split('/')
  return first.replace(/\.ts$/, '')
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
