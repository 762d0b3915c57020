import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

/** A statement that each connection prepares once. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Names it by its text, so that two versions of it on one pool never share a plan. */
export function statement(text: string): Statement {
  return { name: `fmw_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text }
}

/** `$1, $2` and so on. */
export function parametersOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ')
}

/** What may be bound to a statement. */
export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | boolean | null)[]

/** A row as the server writes it: every value as text, whatever parsers the application has set for its own. */
export type Row = readonly (string | null)[]

/** A value of a row that is never null. */
export function textAt(row: Row, index: number): string {
  return row[index] ?? ''
}

export function numberAt(row: Row, index: number): number {
  return Number(row[index])
}

/** PostgreSQL writes `t` and `f`. */
export function flagAt(row: Row, index: number): boolean {
  return row[index] === 't'
}

/** Runs a statement; one without a name is not prepared. */
export async function rowsOf(
  client: ClientBase,
  statement: Pick<Statement, 'text'> & Partial<Statement>,
  values: readonly Value[] = [],
): Promise<readonly Row[]> {
  const bound = values.map((value) => (isList(value) ? arrayOf(value) : value))
  const result = await client.query<(string | null)[]>({ ...statement, values: bound, rowMode: 'array', types })
  return result.rows
}

type List = Extract<Value, readonly unknown[]>

function isList(value: Value): value is List {
  return Array.isArray(value)
}

/** An array as the server reads it. The driver quotes each element of it, though nearly none needs that. */
function arrayOf(list: List): string {
  return `{${list.map(elementOf).join(',')}}`
}

function elementOf(element: List[number]): string {
  if (typeof element !== 'string') return String(element ?? 'NULL')
  if (needsNoQuotes.test(element)) return element
  return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

const needsNoQuotes = /^(?!null$)[\w.:|=+/@-]+$/i

/** An array of `bytea` in the form in which the server keeps it: as text each would be a third longer, and be read again there. */
export function bytesOf(list: readonly Uint8Array[]): Uint8Array {
  const header = list.length === 0 ? [0, 0, byteaType] : [1, 0, byteaType, list.length, 1]
  const bytes = Buffer.allocUnsafe(list.reduce((sum, { length }) => sum + 4 + length, 4 * header.length))
  let at = 0
  for (const number of header) at = bytes.writeInt32BE(number, at)
  for (const element of list) {
    bytes.set(element, bytes.writeInt32BE(element.length, at))
    at += 4 + element.length
  }
  return bytes
}

const byteaType = 17

const types = { getTypeParser: () => (value: string) => value }

/**
 * Text as a column can hold it: PostgreSQL takes no `\u0000` in text, and half of a surrogate pair would become
 * another character. Both are written as their codes behind a mark that no text has in practice, so nearly all texts
 * stay as they are, readable in `psql`.
 */
export function toColumn(text: string): string {
  if (text.isWellFormed() && !text.includes(nul) && !text.includes(mark)) return text
  return Array.from(text, (character) => (isKept(character) ? character : mark + codeOf(character))).join('')
}

/** The same of one that may be missing. */
export function toColumnIfAny(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : toColumn(text)
}

/** The text that `toColumn` was given. */
export function fromColumn(column: string): string {
  if (!column.includes(mark)) return column
  const [head = '', ...coded] = column.split(mark)
  return (
    head +
    coded
      .map((part) => String.fromCharCode(Number.parseInt(part.slice(0, codeLength), 16)) + part.slice(codeLength))
      .join('')
  )
}

const nul = '\u0000'
// Data link escape: it was made for this.
const mark = '\u0010'
const codeLength = 4

function isKept(character: string): boolean {
  return character.isWellFormed() && character !== nul && character !== mark
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(codeLength, '0')
}
