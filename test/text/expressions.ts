import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** A regular expression of the source. */
export interface Expression {
  readonly source: string
  readonly flags: string
  /** `src/text/phone.ts:75`; the constructor's name where it was built at run time. */
  readonly where: string
}

const root = join(import.meta.dirname, '../..')

/** What the source has: expressions that are written out, and files that build theirs at run time. */
export interface FoundExpressions {
  readonly written: readonly Expression[]
  /** Files that call `RegExp`. */
  readonly building: readonly string[]
}

/** Finds every regular expression of the source, by its syntax. */
export function findExpressions(): FoundExpressions {
  const written: Expression[] = []
  const building = new Set<string>()
  for (const file of globSync('src/**/*.ts', { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const node of nodesOf(parseAst(text, { lang: 'ts' }))) {
      const { type, regex, callee, start } = node
      if (isRegex(regex)) {
        const line = text.slice(0, Number(start)).split('\n').length
        written.push({ source: regex.pattern, flags: regex.flags, where: `${file}:${line}` })
      }
      const isCall = type === 'NewExpression' || type === 'CallExpression'
      if (isCall && isNode(callee) && callee.name === 'RegExp') building.add(file)
    }
  }
  return { written, building: [...building] }
}

interface Node {
  readonly [name: string]: unknown
}

function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return
  yield value
  for (const child of Object.values(value)) yield* nodesOf(child)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return isNode(value) && typeof value.pattern === 'string' && typeof value.flags === 'string'
}
