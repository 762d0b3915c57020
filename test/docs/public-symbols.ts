import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A name that the package exports, and what is written above it. */
export interface PublicSymbol {
  readonly name: string
  /** From the root of the project. */
  readonly file: string
  readonly form: string
  /** The doc comment with its marks; undefined where there is none. */
  readonly comment: string | undefined
}

/** Everything that a file exports, followed through its own re-exports to where it is declared. */
export function publicSymbols(file: string): PublicSymbol[] {
  const text = readFileSync(fromRoot(file), 'utf8')
  return [...reExports(file, text), ...declarations(file, text)]
}

function reExports(file: string, text: string): PublicSymbol[] {
  const found: PublicSymbol[] = []
  for (const [, all, list = '', from = ''] of text.matchAll(
    /^export (?:type )?(?:(\*)|\{([^}]*)\}) from '([^']+)'/gm,
  )) {
    const symbols = publicSymbols(resolve(file, from))
    if (all !== undefined) found.push(...symbols)
    else found.push(...namesOf(list).map((name) => declared(symbols, name, from)))
  }
  return found
}

function declarations(file: string, text: string): PublicSymbol[] {
  const pattern = /^export (?:async )?(function|class|const|interface|type) (\w+)/gm
  const found: PublicSymbol[] = []
  for (const match of text.matchAll(pattern)) {
    const [, form = '', name = ''] = match
    // Overloads carry the comment at the first of them.
    if (found.some((symbol) => symbol.name === name)) continue
    found.push({ name, file, form, comment: commentBefore(text, match.index) })
  }
  const [, exported] = /^export default (\w+)$/m.exec(text) ?? []
  if (exported === undefined) return found
  const place = text.search(new RegExp(`^(?:const|function|class) ${exported}\\b`, 'm'))
  return [...found, { name: 'default', file, form: 'function', comment: commentBefore(text, place) }]
}

function commentBefore(text: string, place: number): string | undefined {
  const before = text.slice(0, place).trimEnd()
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : undefined
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
}

function declared(symbols: readonly PublicSymbol[], name: string, from: string): PublicSymbol {
  const symbol = symbols.find((candidate) => candidate.name === name)
  if (symbol === undefined) throw new Error(`${from} declares no ${name} that can be found`)
  return symbol
}

function resolve(file: string, from: string): string {
  return new URL(from, `file:///${file}`).pathname.slice(1)
}

function fromRoot(file: string): string {
  return fileURLToPath(new URL(`../../${file}`, import.meta.url))
}
