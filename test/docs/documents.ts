import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every document that users read, from the root. */
export const documents: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** The text of a file, from the root. */
export function read(file: string): string {
  return readFileSync(root + file, 'utf8')
}

/** The text of a document without its fenced blocks. */
export function proseOf(file: string): string {
  return read(file).replace(/^```[\s\S]*?^```$/gm, '')
}

/** One fenced block of a document. */
export interface Block {
  readonly file: string
  /** Of its first line of code, from 1. */
  readonly line: number
  /** The heading that it stands under. */
  readonly heading: string
  readonly language: string
  readonly code: string
}

/** Every fenced block of a document, in order. */
export function blocksOf(file: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: { readonly line: number; readonly language: string; readonly code: string[] } | undefined
  for (const [index, line] of read(file).split('\n').entries()) {
    const [, language] = /^```(\w*)$/.exec(line) ?? []
    if (open !== undefined && language === '') {
      blocks.push({ file, line: open.line, heading, language: open.language, code: `${open.code.join('\n')}\n` })
      open = undefined
    } else if (open !== undefined) open.code.push(line)
    else if (language !== undefined) open = { line: index + 2, language, code: [] }
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
  }
  return blocks
}

/** The first block of a language under a heading. */
export function blockUnder(file: string, heading: string, language: string): Block {
  const block = blocksOf(file).find((one) => one.heading === heading && one.language === language)
  if (block === undefined) throw new Error(`${file} has no ${language} block under "${heading}"`)
  return block
}

/** The rows of every table under a heading, each as the texts of its cells; without a heading, of the whole document. */
export function rowsOf(file: string, heading?: string): string[][] {
  const rows: string[][] = []
  let current = ''
  for (const line of read(file).split('\n')) {
    current = /^#+ (.*)$/.exec(line)?.[1] ?? current
    if (!line.startsWith('|') || (heading !== undefined && current !== heading)) continue
    rows.push(cellsOf(line))
  }
  return rows.filter((row, index) => !isRule(row) && !isRule(rows[index + 1] ?? []))
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function isRule(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^-+$/.test(cell))
}

/** Every name in `code marks` of a text. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
