import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vitest/node'
import { root } from '../documents.ts'

/** What the package exports under a name, as its declaration files have it. */
export interface Declaration {
  readonly name: string
  /** Every overload, each on one line, without what it holds. */
  readonly signatures: readonly string[]
  /** Its doc comment without marks; empty where there is none. */
  readonly comment: string
  readonly members: readonly Member[]
  /** What it extends, where that is an interface or a class of the package. */
  readonly bases: readonly Declaration[]
}

/** A property, getter or method. */
export interface Member {
  readonly signature: string
  readonly comment: string
}

/** Everything that an entry point exports, followed to where it is declared, by name. `dist` must be there. */
export function declarationsOf(file: string): Declaration[] {
  return exportsOf(join(root, file)).toSorted((one, other) =>
    one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1,
  )
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

/** A declaration file. */
interface Source {
  readonly file: string
  readonly text: string
  readonly nodes: readonly Node[]
}

function read(file: string): Source {
  const text = readFileSync(file, 'utf8')
  return {
    file,
    text,
    nodes: childrenOf({ type: '', start: 0, end: 0, body: parseAst(text, { lang: 'ts' }).body }, 'body'),
  }
}

function exportsOf(file: string): Declaration[] {
  const source = read(file)
  const { nodes } = source
  const found: Declaration[] = []
  for (const node of nodes) {
    const from = node.type.startsWith('Export') ? sourceOf(file, node) : undefined
    const declared = isNode(node.declaration) ? node.declaration : undefined
    if (node.type === 'ExportAllDeclaration' && from !== undefined) found.push(...exportsOf(from))
    else if (node.type === 'ExportDefaultDeclaration' && declared !== undefined) {
      const own = nodes.find((one) => one.type === 'VariableDeclaration' && nameOf(one) === declared.name)
      if (own !== undefined) found.push({ ...declarationOf(source, own, own.start), name: 'default' })
    } else if (from !== undefined) {
      const theirs = exportsOf(from)
      for (const specifier of childrenOf(node, 'specifiers')) {
        const { local, exported } = specifier
        const own = isNode(local) ? theirs.find(({ name }) => name === local.name) : undefined
        if (own !== undefined && isNode(exported)) found.push({ ...own, name: String(exported.name) })
      }
    } else if (declared !== undefined) {
      const one = declarationOf(source, declared, node.start)
      const first = found.findIndex(({ name }) => name === one.name)
      const before = found[first]
      if (before === undefined) found.push(one)
      // Overloads carry the comment at the first of them.
      else found[first] = { ...before, signatures: [...before.signatures, ...one.signatures] }
    }
  }
  return found
}

/** The declaration file that a node exports from. */
function sourceOf(file: string, { source }: Node): string | undefined {
  const from = isNode(source) ? String(source.value) : ''
  return from.startsWith('.') ? join(dirname(file), from.replace(/[jt]s$/, 'd.ts')) : undefined
}

function declarationOf(source: Source, node: Node, start: number): Declaration {
  const { text } = source
  const body = isNode(node.body) ? node.body : undefined
  const written = text.slice(node.start, body?.start ?? node.end)
  return {
    name: nameOf(node),
    signatures: [shortened(inOneLine(written))],
    comment: commentBefore(text, start),
    members: body === undefined ? [] : childrenOf(body, 'body').flatMap((member) => memberOf(text, member)),
    bases: [node.superClass, ...childrenOf(node, 'extends').map(({ expression }) => expression)].flatMap((base) =>
      isNode(base) ? baseOf(source, String(base.name)) : [],
    ),
  }
}

function baseOf(source: Source, name: string): Declaration[] {
  for (const node of source.nodes) {
    const declared = isNode(node.declaration) ? node.declaration : node
    if (/^(?:TSInterface|Class)Declaration$/.test(declared.type) && nameOf(declared) === name) {
      return [declarationOf(source, declared, node.start)]
    }
    const imported = childrenOf(node, 'specifiers').some(({ local }) => isNode(local) && local.name === name)
    const from = sourceOf(source.file, node)
    if (node.type === 'ImportDeclaration' && imported && from !== undefined) return baseOf(read(from), name)
  }
  return []
}

function memberOf(text: string, node: Node): Member[] {
  const written = inOneLine(text.slice(node.start, node.end))
  const isHidden = /^(?:#|private\b|protected\b)/.test(written)
  return isHidden ? [] : [{ signature: shortened(written), comment: commentBefore(text, node.start) }]
}

function nameOf(node: Node): string {
  const [first] = childrenOf(node, 'declarations')
  const id = first?.id ?? node.id
  return isNode(id) ? String(id.name) : ''
}

/** Without its marks, and without what only the compiler reads. */
function inOneLine(written: string): string {
  return written
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^(?:export )?(?:declare )?/, '')
    .replace(/\s+/g, ' ')
    .replace(/[; ]+$/, '')
}

/** A table is told by its name: its rows are in the guides. */
function shortened(signature: string): string {
  return /^const /.test(signature) && signature.length > longest ? signature.replace(/: .*$/, '') : signature
}

const longest = 200

function commentBefore(text: string, place: number): string {
  const before = text.slice(0, place).trimEnd()
  if (!before.endsWith('*/')) return ''
  return before
    .slice(before.lastIndexOf('/**') + 3, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}

function childrenOf(node: Node, name: string): Node[] {
  const { [name]: children } = node
  return Array.isArray(children) ? children.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
