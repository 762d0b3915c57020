import { textMark } from './seals.ts'

/** A table that has values of subscribers, as a store walks over it. */
export interface ValueTable {
  readonly name: string
  /** Its columns that tell one row from another, in the order in which an index has them. */
  readonly keys: readonly string[]
  /** Its columns with a text that may be sealed. `attempts` is a list of attempts as JSON. */
  readonly texts: readonly string[]
  /** Its column with bytes that may be sealed. */
  readonly bytes?: string | undefined
}

/**
 * What takes the place of a value; the value itself where it stays.
 *
 * @example
 * const rewriting: Rewriting = { text: (text) => text, bytes: (bytes) => bytes }
 */
export interface Rewriting {
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
}

/**
 * How far a walk over the values of a store has come.
 *
 * @example
 * const isDone = ({ next }: RewrittenRows) => next === undefined
 */
export interface RewrittenRows {
  /** Rows that were looked at in this step. */
  readonly rows: number
  /** Values of them that were written. */
  readonly written: number
  /** Values of them that changed meanwhile, or are in the application's hands: another walk finds them. */
  readonly missed: number
  /** Where the next step goes on; undefined where nothing is left. */
  readonly next: string | undefined
}

/**
 * The values of a store that may be sealed, of all registrations: to be written anew beside the application.
 *
 * @example
 * const { values } = await store.look()
 * for (let next: string | undefined = ''; values && next !== undefined; ) ({ next } = await values.rewrite(next, rewriting))
 */
export interface KeptValues {
  /** Rows there are. */
  count(): Promise<number>
  /**
   * Looks at some rows, and writes the values that become others: as long as they were, since stores count bytes. A value that the
   * application changes between the two stays as it left it.
   *
   * @param after `next` of the step before; empty at the start
   */
  rewrite(after: string, rewriting: Rewriting): Promise<RewrittenRows>
  /** After the last step: takes what stood there before out of the files, where the store can. */
  finish(): Promise<void>
}

/** The text of a column with others in the place of what is sealed. Each store has a form of its own for attempts. */
export function rewriteText(column: string, text: string, rewriting: Rewriting): string {
  if (column !== 'attempts') return rewriting.text(text)
  if (!text.includes(textMark)) return text
  const anew = (_name: string, value: unknown) => (typeof value === 'string' ? rewriting.text(value) : value)
  return JSON.stringify(JSON.parse(text), anew)
}

/** Rows of a step: a few ms of one transaction. */
export const rowsAtOnce = 100

/** What came of a step over one table: the keys of the rows that were looked at, in their order. */
interface WalkStep extends Pick<RewrittenRows, 'written' | 'missed'> {
  readonly keys: readonly (readonly string[])[]
}

/**
 * Takes one step of a walk over tables: a place in it is the number of a table, and the keys of its last row.
 *
 * @param after as `KeptValues.rewrite` has it
 * @param look looks at the next rows of a table, `rowsAtOnce` at most; `last` is undefined at its start
 */
export async function stepOver<Table extends ValueTable>(
  tables: readonly Table[],
  after: string,
  look: (table: Table, last: readonly string[] | undefined) => WalkStep | Promise<WalkStep>,
): Promise<RewrittenRows> {
  const [number = 0, ...last]: readonly (string | number)[] = after === '' ? [] : JSON.parse(after)
  const table = tables[Number(number)]
  if (table === undefined) return { rows: 0, written: 0, missed: 0, next: undefined }
  const { keys, ...told } = await look(table, last.length === 0 ? undefined : last.map(String))
  const isAtEnd = keys.length < rowsAtOnce
  const place = isAtEnd ? [Number(number) + 1] : [number, ...(keys.at(-1) ?? [])]
  return { rows: keys.length, ...told, next: place[0] === tables.length ? undefined : JSON.stringify(place) }
}
